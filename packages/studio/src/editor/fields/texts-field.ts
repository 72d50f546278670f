/** Field for interface texts: per language, an input for each key with the default beside it. */
import type { InterfaceText, InterfaceTexts } from '@semantic-search/contract';
import { english, loadLocale, type Messages } from '@semantic-search/widgets/locale';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { until } from 'lit/directives/until.js';
import { text } from '../../text/text.ts';
import { type Field, hintAndError, icon, idAt, idOf, labelOf } from './field.ts';
import { focusAfterRendering } from './reordering.ts';
import { additionOf, nameWithTag, withoutLanguage } from './translations-field.ts';

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
    ${additionOf(field, texts, {})}
  </fieldset>`;
}

function errorsIn(field: TextsField, tag: string): TemplateResult | typeof nothing {
  const error = field.errorAt([tag]);
  return error ? html` <span class="wrong">${error}</span>` : nothing;
}

/** Loaded language files; English is built in. */
const defaults = new Map<string, Messages>([['en', english.messages]]);

/** Rows with the defaults of the language, which load once. */
function rowsOf(field: TextsField, tag: string, texts: Texts): unknown {
  const rows = (messages: Messages) =>
    html`<ul class="texts-rows">${Object.keys(english.messages).map((key) => rowsOfKey({ field, tag, key, texts }, messages))}</ul>`;
  const messages = defaults.get(tag);
  if (messages) return rows(messages);
  const loaded = loadLocale(tag).then(
    (locale) => locale.messages,
    () => english.messages,
  );
  return until(
    loaded.then((file) => {
      defaults.set(tag, file);
      return rows(file);
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
  const preset = messages[row.key as keyof Messages];
  if (typeof preset === 'string') return [input(row, undefined, preset)];
  return pluralCategories(row.tag).map((category) => input(row, category, preset[category] ?? preset.other));
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

function input(row: Row, category: Intl.LDMLPluralRule | undefined, preset: string): TemplateResult {
  const { field, tag, key, texts } = row;
  const path = category ? [tag, key, category] : [tag, key];
  const id = idAt([...field.path, ...path]);
  const error = field.errorAt(path) || (category === 'other' ? field.errorAt([tag, key]) : '');
  const change = (event: Event) =>
    field.changeLanguage(tag, withText(texts, { key, category }, (event.target as HTMLInputElement).value));
  return html`<li>
    <label for=${id}><span lang=${tag}>${preset}</span> <code>${[key, category].filter(Boolean).join('.')}</code></label>
    <input id=${id} type="text" lang=${tag} autocomplete="off" .value=${textAt(texts, { key, category })}
      aria-invalid=${error ? 'true' : nothing} aria-describedby=${error ? `${id}-error` : nothing} @input=${change} />
    ${error ? html`<p class="wrong" id="${id}-error">${error}</p>` : nothing}
  </li>`;
}

interface Place {
  key: string;
  /** Undefined for a text without plural forms. */
  category: Intl.LDMLPluralRule | undefined;
}

/** The text at a place. A single text of a key with plural forms counts as the category `other`. */
export function textAt(texts: Texts, { key, category }: Place): string {
  const ownText = texts[key] ?? '';
  if (typeof ownText === 'string') return category === undefined || category === 'other' ? ownText : '';
  return ownText[category ?? 'other'] ?? '';
}

/** `texts` with the text at a place, or without it if it is empty. */
export function withText(texts: Texts, { key, category }: Place, ownText: string): Texts {
  const { [key]: former, ...others } = texts;
  if (!category) return ownText ? { ...texts, [key]: ownText } : others;
  const forms = typeof former === 'string' ? { other: former } : former;
  const { [category]: _replaced, ...otherForms }: Record<string, string | undefined> = forms ?? {};
  const next = ownText ? { ...otherForms, [category]: ownText } : otherForms;
  return Object.keys(next).length > 0 ? { ...texts, [key]: next as InterfaceText } : others;
}
