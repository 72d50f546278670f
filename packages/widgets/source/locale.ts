/** A locale: messages with plurals, numbers, dates and lists, all through Intl. English is built in, others load. */
import { en } from './locales/en.ts';

export type MessageKey = keyof typeof en;
type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;
/** What a translation gives: the same keys, a plural where English has one. */
export type Messages = { [Key in MessageKey]: (typeof en)[Key] extends string ? string : Plural };

const loaders: Record<string, () => Promise<{ messages: Messages }>> = {
  de: () => import('./locales/de.ts'),
};

export type Values = Record<string, string | number>;

export class Locale {
  readonly tag: string;
  readonly #messages: Messages;
  readonly #plurals: Intl.PluralRules;
  readonly #numbers: Intl.NumberFormat;

  constructor(tag: string, messages: Messages = en) {
    this.tag = tag;
    this.#messages = messages;
    this.#plurals = new Intl.PluralRules(tag);
    this.#numbers = new Intl.NumberFormat(tag);
  }

  /** A message; `count` chooses its plural form and every number is written as the language does. */
  text(key: MessageKey, values: Values = {}): string {
    const message = this.#messages[key];
    const form =
      typeof message === 'string'
        ? message
        : ((message as Plural)[this.#plurals.select(Number(values.count))] ?? message.other);
    return form.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  number(value: number): string {
    return this.#numbers.format(value);
  }

  /** `milliseconds` since 1970, in an Intl date style; in UTC, since documents have days and not moments. */
  date(milliseconds: number, style: 'short' | 'medium' | 'long' | 'full' = 'medium'): string {
    const options: Intl.DateTimeFormatOptions = isNewYear(milliseconds)
      ? { year: 'numeric' }
      : { dateStyle: style };
    return new Intl.DateTimeFormat(this.tag, { ...options, timeZone: 'UTC' }).format(milliseconds);
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.tag, { type: 'conjunction' }).format(items);
  }
}

export const english = new Locale('en');

/** The locale of a BCP 47 tag; English words with the tag's numbers and dates where nobody has translated it yet. */
export async function loadLocale(tag: string): Promise<Locale> {
  const [known] = Intl.getCanonicalLocales(isTag(tag) ? tag : 'en');
  const load = loaders[known!.split('-')[0]!];
  if (!load) return new Locale(/^en\b/.test(known!) ? known! : 'en');
  return new Locale(known!, (await load()).messages);
}

/** The language an element stands in: its own `lang`, its nearest ancestor's, across shadow roots, or the browser's. */
export function languageOf(element: Element): string {
  for (let at: Element | null = element; at; ) {
    const found: Element | null = at.closest('[lang]');
    if (found?.getAttribute('lang')) return found.getAttribute('lang')!;
    const root: Node = at.getRootNode();
    at = root instanceof ShadowRoot ? root.host : null;
  }
  return navigator.language;
}

const isTag = (tag: string): boolean => /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag);

/** A year alone arrives as its first moment; to print "1 Jan 1982" would claim to know more. */
const isNewYear = (milliseconds: number): boolean =>
  new Date(milliseconds).toISOString().slice(5) === '01-01T00:00:00.000Z';
