/** Language choice for the header of a page. */
import { html, nothing, type TemplateResult } from 'lit';
import { chooseLanguage, fileFor, languages, locale, text } from './text.ts';

/** Languages are listed by their own names, so that people find theirs on a page in any language. */
export function languageChoice(): TemplateResult | typeof nothing {
  if (languages.length === 1) return nothing;
  const nameOf = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag);
  const option = (tag: string) =>
    html`<option value=${tag} lang=${tag} .selected=${tag === fileFor(locale.tag)}>${nameOf(tag)}</option>`;
  const choose = ({ target }: Event) => chooseLanguage((target as HTMLSelectElement).value);
  return html`<select class="language" aria-label=${text('language')} @change=${choose}>${languages.map(option)}</select>`;
}
