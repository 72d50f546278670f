/** Field for interface texts: per language, an input for each key with the default next to it. */
import type { InterfaceText, InterfaceTexts } from '@semantic-search/contract';
import { english, loadLocale, type Messages } from '@semantic-search/widgets/locale';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { until } from 'lit/directives/until.js';
import { text } from '../../text/text.ts';
import { type Field, hintAndError, icon, idAt, idOf, labelOf } from './field.ts';
import { focusAfterRendering } from './reordering.ts';
import { nameWithTag, newLanguage, withoutLanguage } from './translations-field.ts';

type Texts = Record<string, InterfaceText>;

interface TextsField extends Field {
  /** Error of a text, by the path of the text within the field. */
  errorAt(path: readonly string[]): string;
  changeLanguage(tag: string, texts: Texts): void;
}

export function textsField(field: TextsField): TemplateResult {
  const texts = (field.value ?? {}) as InterfaceTexts;
  const remove = (tag: string) => {
    field.change(withoutLanguage(texts, tag) ?? {});
    focusAfterRendering(`${idOf(field)}-language`);
  };
  const language = (tag: string) => html`<li>
    <details class="texts">
      <summary id=${idAt([...field.path, tag])}>${text('ownTexts', { language: nameWithTag(tag), count: Object.keys(texts[tag] ?? {}).length })}${errorsIn(field, tag)}</summary>
      <button type="button" @click=${() => remove(tag)}>${icon('remove')} ${text('removeNamed', { name: nameWithTag(tag) })}</button>
      ${rowsOf(field, tag, texts[tag] ?? {})}
    </details>
  </li>`;
  return html`<fieldset class="field" id=${idOf(field)}>
    <legend>${labelOf(field)}</legend>
    ${hintAndError(field)}
    <ul class="languages">${repeat(Object.keys(texts), (tag) => tag, language)}</ul>
    ${newLanguage(field, texts, {})}
  </fieldset>`;
}

function errorsIn(field: TextsField, tag: string): TemplateResult | typeof nothing {
  const error = field.errorAt([tag]);
  return error ? html` <span class="wrong">${error}</span>` : nothing;
}

/** Loaded language files; English is built in. */
const loadedMessages = new Map<string, Messages>([['en', english.messages]]);

/** Rows with the defaults of the language, which load once; English ones for a language without a file. */
function rowsOf(field: TextsField, tag: string, texts: Texts): unknown {
  const rows = (messages: Messages) =>
    html`<ul class="texts-rows">${Object.keys(english.messages).map((key) => rowsOfKey({ field, tag, key, texts }, messages))}</ul>`;
  const known = loadedMessages.get(tag);
  if (known) return rows(known);
  const loading = loadLocale(tag).then(
    (locale) => locale.messages,
    () => english.messages,
  );
  return until(
    loading.then((messages) => {
      loadedMessages.set(tag, messages);
      return rows(messages);
    }),
  );
}

interface Row {
  field: TextsField;
  tag: string;
  key: string;
  /** Texts of the owner in the language. */
  texts: Texts;
}

function rowsOfKey(row: Row, messages: Messages): TemplateResult[] {
  const builtIn = messages[row.key as keyof Messages];
  if (typeof builtIn === 'string') return [input(row, undefined, builtIn)];
  return pluralCategories(row.tag).map((category) =>
    input(row, category, builtIn[category] ?? builtIn.other),
  );
}

/** Plural categories of a language in the order of the standard; `other` comes last. */
export function pluralCategories(tag: string): Intl.LDMLPluralRule[] {
  const order: Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
  try {
    const { pluralCategories: used } = new Intl.PluralRules(tag).resolvedOptions();
    return order.filter((category) => used.includes(category));
  } catch {
    // The pattern of the schema permits tags that `Intl` rejects; the server reports them.
    return ['other'];
  }
}

function input(row: Row, category: Intl.LDMLPluralRule | undefined, builtIn: string): TemplateResult {
  const { field, tag, key, texts } = row;
  const path = category ? [tag, key, category] : [tag, key];
  const id = idAt([...field.path, ...path]);
  const error = field.errorAt(path) || (category === 'other' ? field.errorAt([tag, key]) : '');
  const change = (event: Event) =>
    field.changeLanguage(tag, withText(texts, { key, category }, (event.target as HTMLInputElement).value));
  return html`<li>
    <label for=${id}><span lang=${tag}>${builtIn}</span> <code>${[key, category].filter(Boolean).join('.')}</code></label>
    <input id=${id} type="text" lang=${tag} autocomplete="off" .value=${textAt(texts, { key, category })}
      aria-invalid=${error ? 'true' : nothing} aria-describedby=${error ? `${id}-error` : nothing} @input=${change} />
    ${error ? html`<p class="wrong" id="${id}-error">${error}</p>` : nothing}
  </li>`;
}

interface TextForm {
  key: string;
  /** Undefined for a text without plural forms. */
  category: Intl.LDMLPluralRule | undefined;
}

/** One text of the owner. A single text of a key with plural forms counts as the category `other`. */
export function textAt(texts: Texts, { key, category }: TextForm): string {
  const ownText = texts[key] ?? '';
  if (typeof ownText === 'string') return category === undefined || category === 'other' ? ownText : '';
  return ownText[category ?? 'other'] ?? '';
}

/** `texts` with one text replaced, or without it if it is empty. */
export function withText(texts: Texts, { key, category }: TextForm, ownText: string): Texts {
  const { [key]: previous, ...others } = texts;
  if (!category) return ownText ? { ...texts, [key]: ownText } : others;
  const forms = typeof previous === 'string' ? { other: previous } : previous;
  const { [category]: _replaced, ...otherForms }: Record<string, string | undefined> = forms ?? {};
  const newForms = ownText ? { ...otherForms, [category]: ownText } : otherForms;
  return Object.keys(newForms).length > 0 ? { ...texts, [key]: newForms as InterfaceText } : others;
}
