/** Locale: plurals, numbers, dates and lists with Intl; English is built in. */
import en from './languages/en.json' with { type: 'json' };
import { localeLoaders } from './locale-loaders.ts';

export type MessageKey = keyof typeof en;
/** Forms by the plural categories of Intl.PluralRules. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** The same keys as in English, and a plural where English has one; values replace names in braces. */
export type Messages = { [Key in MessageKey]: (typeof en)[Key] extends string ? string : Plural };

type MessageValues = Record<string, string | number>;

/** Right-to-left characters and bidirectional control characters. */
const bidiCharacters = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;

/** Right-to-left languages: the translated ones, and others for which an owner may write texts. */
const rightToLeft = new Set(['ar', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']);

/** `Texts` are the messages of the widgets, or of another application such as the studio. */
export class Locale<Texts extends { [Key in keyof Texts]: string | Plural } = Messages> {
  readonly tag: string;
  readonly isRightToLeft: boolean;
  readonly messages: Texts;
  /** Messages of the owner or the page; they replace messages of the language. */
  readonly own: Partial<Texts>;
  /** Whether small numbers need no formatter, which takes milliseconds to create. Arabic and Persian have other digits. */
  readonly #hasPlainDigits: boolean;
  /** Cache of Intl formatters: creating one costs as much as a hundred uses. */
  readonly #cache = new Map<string, unknown>();

  constructor(tag: string, messages: Texts = en as unknown as Texts, ownTexts: Partial<Texts> = {}) {
    this.tag = tag;
    this.isRightToLeft = rightToLeft.has(tag.split('-')[0]!);
    this.messages = { ...messages, ...ownTexts };
    this.own = ownTexts;
    this.#hasPlainDigits = !this.isRightToLeft && !tag.includes('-u-');
  }

  /** A message with values inserted; `count` selects the plural form, numbers are localized. */
  text(key: keyof Texts, values: MessageValues = {}): string {
    const message: string | Plural = this.messages[key];
    const form =
      typeof message === 'string'
        ? message
        : (message[this.#plurals.select(Number(values.count))] ?? message.other);
    return form.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      if (typeof value === 'number') return this.number(value);
      // Isolates right-to-left text, which would move the quotation mark after it to the wrong side.
      return this.isRightToLeft || bidiCharacters.test(value) ? `\u2068${value}\u2069` : value;
    });
  }

  number(value: number): string {
    if (this.#hasPlainDigits && /^\d{1,3}$/.test(String(value))) return String(value);
    return this.#cached('numbers', () => new Intl.NumberFormat(this.tag)).format(value);
  }

  /** A number that may be a year: `1984`, but `12,345`; with full precision. */
  figure(value: number): string {
    const options = { useGrouping: 'min2', maximumSignificantDigits: 15 } as const;
    return this.#cached('figures', () => new Intl.NumberFormat(this.tag, options)).format(value);
  }

  /** A number with its sign and at most one decimal. */
  signed(value: number): string {
    const options = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const;
    return this.#cached('signed', () => new Intl.NumberFormat(this.tag, options)).format(value);
  }

  /** Formats `milliseconds` since 1970 in an Intl date style; in UTC, because documents have dates without times. */
  date(milliseconds: number, style: 'short' | 'medium' | 'long' | 'full' = 'medium'): string {
    const isYear = isNewYear(milliseconds);
    // Fast path for English, equal to the output of the formatter, whose creation takes ten milliseconds.
    const [, day, month, year = ''] = new Date(milliseconds).toUTCString().split(' ');
    if (style === 'medium' && /^en(-US)?$/.test(this.tag) && /^[1-9]\d{3}$/.test(year))
      return isYear ? year : `${month} ${Number(day)}, ${year}`;
    const options: Intl.DateTimeFormatOptions = isYear ? { year: 'numeric' } : { dateStyle: style };
    // Dates in all languages use the Gregorian calendar, because year filters and counts use it.
    const allOptions = { ...options, calendar: 'gregory', timeZone: 'UTC' };
    const name = isYear ? 'year' : style;
    return this.#cached(name, () => new Intl.DateTimeFormat(this.tag, allOptions)).format(milliseconds);
  }

  /** Like `language`; empty for this language. */
  otherLanguage(tag: string): string {
    return canonical(tag).split('-')[0] === this.tag.split('-')[0] ? '' : this.language(tag);
  }

  /** The name of a language in this language; an invalid or unknown tag, such as `English`, as written. */
  language(tag: string): string {
    const options = { type: 'language', fallback: 'none' } as const;
    const names = this.#cached('languages', () => new Intl.DisplayNames(this.tag, options));
    try {
      return names.of(tag) ?? tag;
    } catch {
      return tag;
    }
  }

  conjunction(items: readonly string[]): string {
    return this.#lists.format(items);
  }

  /** A list without "and" before the last item. */
  join(items: readonly string[]): string {
    return items.length > 1 ? items.join(this.#separator) : (items[0] ?? '');
  }

  /** Like `join`, for renderable items. */
  joinTemplates<Item>(items: readonly Item[]): (Item | string)[] {
    return items.flatMap((item, index) => (index ? [this.#separator, item] : [item]));
  }

  get #separator(): string {
    return this.#cached('separator', () => this.#lists.formatToParts(['1', '2', '3', '4'])[1]!.value);
  }

  get #lists(): Intl.ListFormat {
    return this.#cached('list', () => new Intl.ListFormat(this.tag, { type: 'conjunction' }));
  }

  get #plurals(): Intl.PluralRules {
    return this.#cached('plurals', () => new Intl.PluralRules(this.tag));
  }

  #cached<Formatter>(name: string, make: () => Formatter): Formatter {
    if (!this.#cache.has(name)) this.#cache.set(name, make());
    return this.#cache.get(name) as Formatter;
  }
}

export const english = new Locale('en');

/** The locale of a BCP 47 tag; English if there is no translation. */
export async function loadLocale(tag: string): Promise<Locale> {
  if (tag === 'en') return english;
  const canonicalTag = canonical(tag);
  const { language, script } = new Intl.Locale(canonicalTag).maximize();
  if (language === 'en') return new Locale(canonicalTag);
  const load = localeLoaders[`${language}-${script}`] ?? localeLoaders[language];
  if (!load) return new Locale('en');
  return new Locale(canonicalTag, (await load()).default);
}

/** The canonical tag; English for an invalid one, which the service would reject. */
export function canonical(tag: string): string {
  try {
    return new Intl.Locale(tag).toString();
  } catch {
    return 'en';
  }
}

/** Whether a value is within the range of Date, in milliseconds since 1970 (ECMA-262, 21.4.1.1). */
export const isTime = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= 8.64e15;

/** A year without a date is stored as January 1, 00:00 UTC, and shown as a year. */
const isNewYear = (milliseconds: number): boolean =>
  new Date(milliseconds).toISOString().slice(5) === '01-01T00:00:00.000Z';
