/** Field for texts by language: one input per language, and a control to add one. */
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { languageError, languageName, withoutLanguage } from '../settings/translations.ts';
import { describedBy, type Field, hintAndError, idOf, isInvalid, labelOf } from './field.ts';
import { icon } from './icons.ts';
import { focusAfterRendering } from './reorder-buttons.ts';

export function translationsField(field: Field): TemplateResult {
  const texts = (field.value ?? {}) as Record<string, string>;
  const id = idOf(field);
  const remove = (tag: string) => {
    field.change(withoutLanguage(texts, tag));
    focusAfterRendering(`${id}-language`);
  };
  const row = (tag: string) => html`<li>
    <label for="${id}-${tag}">${languageName(tag)}</label>
    <input id="${id}-${tag}" type="text" lang=${tag} autocomplete="off" .value=${texts[tag] ?? ''} aria-invalid=${isInvalid(field)}
      @input=${(event: Event) => field.change({ ...texts, [tag]: (event.target as HTMLInputElement).value })} />
    <button type="button" class="square" aria-label="Remove ${languageName(tag)}" @click=${() => remove(tag)}>${icon('remove')}</button>
  </li>`;
  return html`<fieldset class="field" id=${id}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ul class="translations">${repeat(Object.keys(texts), (tag) => tag, row)}</ul>
    ${additionOf(field, texts)}
  </fieldset>`;
}

/** Languages of the search space without a text are suggested; any other tag can be typed. */
function additionOf(field: Field, texts: Readonly<Record<string, string>>): TemplateResult {
  const id = idOf(field);
  const open = field.suggestions.filter(({ value }) => !Object.hasOwn(texts, value));
  const add = () => {
    const input = document.getElementById(`${id}-language`) as HTMLInputElement;
    const tag = input.value.trim();
    const error = languageError(field.schema, texts, tag);
    if (error) return field.fail(error);
    input.value = '';
    field.change({ ...texts, [tag]: '' });
    focusAfterRendering(`${id}-${tag}`);
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  };
  return html`<div class="add">
    <label class="quiet" for="${id}-language">Another language</label>
    <input id="${id}-language" type="text" list="${id}-languages" size="8" placeholder="de" autocomplete="off" spellcheck="false"
      aria-describedby=${describedBy(field)} @keydown=${addOnEnter} />
    ${open.length > 0 ? html`<datalist id="${id}-languages">${open.map(({ value, label }) => html`<option value=${value}>${label}</option>`)}</datalist>` : nothing}
    <button type="button" @click=${add}>Add<span class="visually-hidden"> this language</span></button>
  </div>`;
}
