/** Dates, languages and addresses of metadata in their standard forms. */
import { type ReadDate, readDate } from '@semantic-search/query/dates';
import type { Document } from './source.ts';

const MAX_SHOWN = 100;

/** The first readable date. Without one, a warning names the first text. `language` is that of the texts. */
export function documentDate(
  texts: readonly (string | undefined)[],
  language: string | undefined,
): Pick<Document, 'date' | 'warnings'> {
  const stated = texts.filter((text) => text !== undefined && text.trim() !== '') as string[];
  const parsed = stated.map((text) => readDate(text, language)).find((date): date is ReadDate => !!date);
  if (parsed) return { date: parsed.text };
  const [first] = stated;
  return first === undefined ? {} : { warnings: [`date not read: ${first.trim().slice(0, MAX_SHOWN)}`] };
}

/** Canonical BCP 47 tag; accepts three-letter codes of ISO 639-2; undefined for other texts. */
export function languageTag(text: string): string | undefined {
  try {
    const { language, baseName } = new Intl.Locale(text.trim().replaceAll('_', '-'));
    return language.length <= 3 && language !== 'und' && language !== 'mul' ? baseName : undefined;
  } catch {
    return undefined;
  }
}

/** The only language of the tags, without its country: `ja-jp` and `ja` are `ja`, and `zh-TW` is `zh-Hant`. */
export function onlyTag(texts: readonly (string | undefined)[]): string | undefined {
  const tags = texts.flatMap((text = '') => languageTag(text) ?? []).map((tag) => new Intl.Locale(tag));
  const countries = new Set(tags.flatMap(({ region }) => region ?? []));
  const names = new Set(
    tags.map((tag) => {
      const { language, script } = tag.maximize();
      return script === new Intl.Locale(language).maximize().script ? language : `${language}-${script}`;
    }),
  );
  return countries.size <= 1 && names.size === 1 ? [...names][0] : undefined;
}

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

/** Whether a value of JSON has members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
