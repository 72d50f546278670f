/** Values of metadata: dates, languages and addresses in standard form, and tests of JSON values. */
import { readDate } from '@semantic-search/query/dates';

/** Maximum length of an unreadable date in a warning. */
const MAX_SHOWN_LENGTH = 100;

/** The first readable date, or its day as written if that differs in UTC, or else a warning. `language` is for the texts. */
export function documentDate(texts: readonly (string | undefined)[], language: string | undefined) {
  const writtenDates = texts.flatMap((text) => text?.trim() || []);
  for (const text of writtenDates) {
    const date = readDate(text, language)?.text;
    const [writtenDay = ''] = /^\d{4}-\d\d-\d\d/.exec(text) ?? [];
    if (date) return { date: date.startsWith(writtenDay) ? date : writtenDay };
  }
  const [unreadable] = writtenDates;
  return unreadable ? { warnings: [`date not read: ${unreadable.slice(0, MAX_SHOWN_LENGTH)}`] } : {};
}

/** Canonical BCP 47 tag; accepts three-letter codes of ISO 639-2; undefined for other texts. */
export function languageTag(text: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(text.trim().replaceAll('_', '-'));
    // A longer code is a name such as `english`; `und` and `mul` stand for an unknown language and for several.
    return language.length <= 3 && language !== 'und' && language !== 'mul' ? baseName : undefined;
  } catch {
    return undefined;
  }
}

/** The only language of the tags, without its country: `ja` for `ja-jp` and `ja`, `zh-Hant` for `zh-TW`; else undefined. */
export function onlyTag(texts: readonly (string | undefined)[]): string | undefined {
  const locales = texts.flatMap((text = '') => languageTag(text) ?? []).map((tag) => new Intl.Locale(tag));
  const countries = new Set(locales.flatMap(({ region }) => region ?? []));
  const tags = new Set(locales.map(withoutCountry));
  return countries.size <= 1 && tags.size === 1 ? [...tags][0] : undefined;
}

/** The language, with its script if it is not the usual script of the language. */
function withoutCountry(locale: Intl.Locale): string {
  const { language, script } = locale.maximize();
  return script === new Intl.Locale(language).maximize().script ? language : `${language}-${script}`;
}

/** Members that may be undefined become optional; the others stay required. */
type Defined<Data> = { [Name in keyof Data]?: Exclude<Data[Name], undefined> } & {
  [Name in keyof Data as undefined extends Data[Name] ? never : Name]: Data[Name];
};

/** The object without its undefined members. */
export function withoutUndefined<Data extends object>(data: Data): Defined<Data> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as Defined<Data>;
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);
}

/** Whether a JSON value is an object with members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
