/** Calendar vocabulary: words and order of dates in a language, from the locale data (CLDR). */
import { normalize } from '../analysis/normalizer.ts';
import { getOrInsert, getOrInsertBounded } from '../collections/get-or-insert.ts';

export type DateField = 'day' | 'month' | 'year';

export interface CalendarVocabulary {
  /** Number of a month (from 1) by its name, or by an abbreviation that fits no other month. */
  monthOf(word: string): number | undefined;
  /** True for a weekday, or a word between the fields such as `de` in `3 de mayo de 2024`. */
  isFiller(word: string): boolean;
  halfOfDay(word: string): 'am' | 'pm' | undefined;
  /** Order of the fields in numeric dates; undefined if the language does not decide it. */
  order: readonly DateField[] | undefined;
  /** The calendar that the language prefers (CLDR): `gregory`, `buddhist` in Thai, `persian` in Persian. */
  calendar: string;
}

/** A day of each month, in the evening. */
const DAYS = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, 3, 21, 30)));
const MORNING = new Date(Date.UTC(2024, 0, 3, 9, 30));
const MIN_ABBREVIATION_LENGTH = 3;
/** Endings of ordinal numbers, and words that CLDR does not use. */
const FILLERS =
  'at on of the st nd rd th er re o a e d de del les h hs hrs го den am uhr le el года року ngay thang nam คศ พศ วันที่ เวลา น'.split(
    ' ',
  );

/** Vocabularies by locale. The runtime has a few hundred locales, so hostile language tags cannot fill the memory. */
const vocabulariesByLocale = new Map<string, CalendarVocabulary>();
/** Vocabularies by tags as written: finding the locale takes longer than reading the date. */
const vocabulariesByTag = new Map<string, CalendarVocabulary>();
const MAX_TAGS = 100;

/** `language` is a BCP 47 tag; without a valid one, the words are English and the order is unknown. */
export function calendarVocabulary(language: string): CalendarVocabulary {
  return getOrInsertBounded(vocabulariesByTag, MAX_TAGS, language, () => {
    const locale = supportedLocale(language.trim().replaceAll('_', '-'));
    return getOrInsert(vocabulariesByLocale, locale ?? '', () => vocabularyOf(locale));
  });
}

function vocabularyOf(supported: string | undefined): CalendarVocabulary {
  const locales = [...new Set([supported ?? 'en', 'en'])].map((tag) => `${tag}-u-ca-gregory-nu-latn-hc-h12`);
  const months = locales.map((locale) => once(() => monthNames(locale)));
  const fillers = once(() => new Set([...FILLERS.map(foldCase), ...locales.flatMap(otherWords)]));
  const weekdays = once(() => locales.flatMap(weekdayNames));
  const halvesOfDay = once(() => new Map(locales.toReversed().flatMap(dayPeriods)));
  return {
    monthOf(word) {
      // Hebrew writes "in" and the month as one word.
      const name = foldCase(word).replace(/^ב/u, '');
      return months.reduce<number | undefined>((month, names) => month ?? monthIn(names(), name), undefined);
    },
    isFiller(word) {
      const name = foldCase(word);
      const isWeekday =
        name.length >= MIN_ABBREVIATION_LENGTH && weekdays().some((day) => day.startsWith(name));
      return isWeekday || fillers().has(name);
    },
    halfOfDay: (word) => halvesOfDay().get(foldCase(word)),
    order: supported === undefined ? undefined : orderOf(supported),
    calendar: new Intl.DateTimeFormat(supported ?? 'en').resolvedOptions().calendar,
  };
}

/** Makes the value on first use: the formats of a locale take some milliseconds, and many sites need few of them. */
function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function supportedLocale(language: string): string | undefined {
  try {
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(language);
    return supported && new Intl.DateTimeFormat(new Intl.Locale(supported).baseName).resolvedOptions().locale;
  } catch {
    return undefined;
  }
}

function foldCase(word: string): string {
  return normalize(word).replaceAll('ı', 'i').replaceAll(/[\s.]/g, '');
}

/** Months by long and short name, alone and within a date. */
function monthNames(locale: string): Map<string, number> {
  const inDate = { day: 'numeric', year: 'numeric' } as const;
  const styles = (['short', 'long'] as const).flatMap((month) => [{ month }, { month, ...inDate }]);
  const names = new Map<string, number>();
  for (const style of styles) {
    const format = formatter(locale, style);
    for (const day of DAYS) {
      const word = foldCase(partOf(format, day, 'month'));
      if (/\p{L}/u.test(word)) names.set(word, day.getUTCMonth() + 1);
    }
  }
  return names;
}

/** Month by its name, by the beginning of its name, as in `Sept`, or of its consonants, as in `Mrz` for `März`. */
function monthIn(names: ReadonlyMap<string, number>, word: string): number | undefined {
  if (names.has(word) || word.length < MIN_ABBREVIATION_LENGTH) return names.get(word);
  const consonants = (name: string) => name.replaceAll(/(?<=.)[aeiou]/g, '');
  return (
    onlyMonth(names, (name) => name.startsWith(word)) ??
    onlyMonth(names, (name) => consonants(name).startsWith(word))
  );
}

function onlyMonth(names: ReadonlyMap<string, number>, isName: (name: string) => boolean) {
  const months = new Set([...names].filter(([name]) => isName(name)).map(([, month]) => month));
  return months.size === 1 ? [...months][0] : undefined;
}

/** Weekdays, eras, and words between the fields. */
function otherWords(locale: string): string[] {
  const styles = [
    ...(['full', 'long', 'medium'] as const).map((dateStyle) => ({ dateStyle, timeStyle: 'short' }) as const),
    { weekday: 'short', era: 'short' } as const,
  ];
  return styles
    .map((style) => formatter(locale, style))
    .flatMap((format) => DAYS.flatMap((day) => format.formatToParts(day)))
    .filter(({ type }) => type === 'literal' || type === 'weekday' || type === 'era')
    .flatMap(({ value }) => [...value.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => foldCase(word)));
}

function weekdayNames(locale: string): string[] {
  const format = formatter(locale, { weekday: 'long' });
  const days = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)));
  return days.map((day) => foldCase(format.format(day)));
}

function dayPeriods(locale: string): [word: string, half: 'am' | 'pm'][] {
  const format = formatter(locale, { timeStyle: 'short' });
  const wordAt = (date: Date) => foldCase(partOf(format, date, 'dayPeriod'));
  return [
    [wordAt(MORNING), 'am'],
    [wordAt(DAYS[0]!), 'pm'],
  ];
}

/** The tag `en` alone determines no order, because the regions of English differ. */
function orderOf(locale: string): readonly DateField[] | undefined {
  if (locale === 'en') return undefined;
  const parts = formatter(`${locale}-u-ca-gregory-nu-latn`, { dateStyle: 'short' }).formatToParts(DAYS[0]);
  const order = parts.map(({ type }) => type).filter((type) => /^(?:day|month|year)$/.test(type));
  return order as DateField[];
}

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}

function partOf(format: Intl.DateTimeFormat, date: Date, part: string): string {
  return format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
}
