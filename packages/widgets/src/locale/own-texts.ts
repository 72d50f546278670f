/** Interface texts of an owner or of the page, which replace messages of a language file. */
import type { InterfaceText, InterfaceTexts } from '@semantic-search/contract';
import { canonical, Locale, type Messages } from './locale.ts';

/** Texts by language; a page may set a property to null. */
type Texts = InterfaceTexts | null | undefined;

/** `locale` with the owner's texts for a visitor whose language is `tag`; later items of `texts` win. */
export function withTexts(locale: Locale, tag: string, texts: readonly Texts[]): Locale {
  const own = texts.map((item) => textsFor(item ?? {}, tag));
  const isTranslated = own.some((messages) => Object.keys(messages).length);
  // A language without a file falls back to English, some of whose texts the owner may have replaced.
  const fallback = locale.tag === tag ? [] : texts.map((item) => textsFor(item ?? {}, locale.tag));
  return new Locale(isTranslated ? tag : locale.tag, locale.messages, Object.assign({}, ...fallback, ...own));
}

/** Texts of the language and script of `tag`; texts of its region win. */
function textsFor(texts: InterfaceTexts, tag: string): Partial<Messages> {
  const visitor = new Intl.Locale(tag).maximize();
  const general: [string, InterfaceText][] = [];
  const regional: [string, InterfaceText][] = [];
  for (const [name, messages] of Object.entries(texts)) {
    const locale = localeOf(name);
    if (!locale || !hasSameLanguageAndScript(locale.maximize(), visitor)) continue;
    if (!locale.region) general.push(...Object.entries(messages ?? {}));
    else if (locale.region === visitor.region) regional.push(...Object.entries(messages ?? {}));
  }
  return Object.fromEntries([...general, ...regional].filter(([, text]) => isText(text)));
}

const hasSameLanguageAndScript = (first: Intl.Locale, second: Intl.Locale): boolean =>
  first.language === second.language && first.script === second.script;

/** Whether the value is a text, because a page may set values of any type. */
const isText = (text: InterfaceText | null | undefined): boolean =>
  typeof text === 'string' || typeof text?.other === 'string';

/** The locale of a tag; undefined if the tag is invalid, because a page may set any. */
function localeOf(tag: string): Intl.Locale | undefined {
  return canonical(tag) === 'en' && tag.toLowerCase() !== 'en' ? undefined : new Intl.Locale(tag);
}

/** Cache of the locale of an element, which is computed again only if one of its sources has changed. */
export class OwnTexts {
  #sources: readonly unknown[] = [];
  #locale: Locale | undefined;

  /** `locale` with the texts, as `withTexts` returns it. */
  over(locale: Locale, tag: string, ...texts: readonly Texts[]): Locale {
    if (!texts.some(Boolean)) return locale;
    const sources = [locale, tag, ...texts];
    if (!this.#locale || sources.some((source, index) => source !== this.#sources[index])) {
      this.#sources = sources;
      this.#locale = withTexts(locale, tag, texts);
    }
    return this.#locale;
  }
}
