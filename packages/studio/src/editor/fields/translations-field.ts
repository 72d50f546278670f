/** Field for texts by language: one input per language, and a control to add one. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { languageName, text } from '../../text/text.ts';
import { isValid, type Schema } from '../settings/schema.ts';
import { ariaInvalid, describedBy, type Field, hintAndError, icon, idOf, labelOf } from './field.ts';
import { focusAfterRendering } from './reordering.ts';

export function translationsField(field: Field): TemplateResult {
  const texts = (field.value ?? {}) as Record<string, string>;
  const id = idOf(field);
  const remove = (tag: string) => {
    field.change(withoutLanguage(texts, tag));
    focusAfterRendering(`${id}-language`);
  };
  const row = (tag: string) => html`<li>
    <label for="${id}-${tag}">${nameWithTag(tag)}</label>
    <input id="${id}-${tag}" type="text" lang=${tag} autocomplete="off" .value=${texts[tag] ?? ''} aria-invalid=${ariaInvalid(field)}
      @input=${(event: Event) => field.change({ ...texts, [tag]: (event.target as HTMLInputElement).value })} />
    <button type="button" class="square" aria-label=${text('removeNamed', { name: nameWithTag(tag) })} @click=${() => remove(tag)}>${icon('remove')}</button>
  </li>`;
  return html`<fieldset class="field" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ul class="translations">${repeat(Object.keys(texts), (tag) => tag, row)}</ul>
    ${newLanguage(field, texts, '')}
  </fieldset>`;
}

/** Control that adds a language with the value `initial`. Languages of the search space are suggested; any other tag can be typed. */
export function newLanguage(field: Field, texts: Record<string, unknown>, initial: unknown): TemplateResult {
  const id = idOf(field);
  const unused = field.suggestions.filter(({ value }) => !Object.hasOwn(texts, value));
  const add = () => {
    const input = document.getElementById(`${id}-language`) as HTMLInputElement;
    const tag = input.value.trim();
    const error = languageError(field.schema, texts, tag);
    if (error) return field.fail(error);
    input.value = '';
    field.change({ ...texts, [tag]: initial });
    focusAfterRendering(`${id}-${tag}`);
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return html`<div class="add">
    <label class="quiet" for="${id}-language">${text('anotherLanguage')}</label>
    <input id="${id}-language" type="text" list="${id}-languages" size="8" placeholder="de" autocomplete="off" spellcheck="false"
      aria-describedby=${describedBy(field)} @keydown=${addOnEnter} />
    ${unused.length > 0 ? html`<datalist id="${id}-languages">${unused.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}</datalist>` : nothing}
    <button type="button" @click=${add} aria-label=${text('addThisLanguage')}>${text('add')}</button>
  </div>`;
}

/** `German (de)`; only the tag if its name is unknown. */
export function nameWithTag(tag: string): string {
  const name = languageName(tag);
  return name === tag ? tag : `${name} (${tag})`;
}

/** Reason why a text in this language cannot be added; empty if it can be added. */
export function languageError(schema: Schema, texts: Readonly<Record<string, unknown>>, tag: string): string {
  const [pattern] = Object.keys(schema.patternProperties ?? {});
  if (pattern && !isValid({ type: 'string', pattern }, tag)) return text('notALanguage', { tag });
  const isListed = Object.keys(texts).some((listed) => listed.toLowerCase() === tag.toLowerCase());
  return isListed ? text('languageListed', { language: nameWithTag(tag) }) : '';
}

/** The texts without a language; undefined if none is left, as in settings that never had texts. */
export function withoutLanguage<Text>(
  texts: Readonly<Record<string, Text>>,
  tag: string,
): Record<string, Text> | undefined {
  const { [tag]: _removed, ...others } = texts;
  return Object.keys(others).length > 0 ? others : undefined;
}
