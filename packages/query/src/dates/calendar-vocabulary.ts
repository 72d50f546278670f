/** Words, order and calendars of dates, from the locale data of the runtime (CLDR). */
import { normalize } from '../analysis/normalizer.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import type { WrittenDay } from './iso-date.ts';

export type DateField = 'day' | 'month' | 'year';

export interface CalendarVocabulary {
  /** Month of a name, or of an abbreviation that no other month has. */
  monthOf(word: string): { month: number; calendar: string } | undefined;
  /** Whether the word is a weekday, or one such as `de` in `3 de mayo de 2024`. */
  isFiller(word: string): boolean;
  halfOfDay(word: string): 'am' | 'pm' | undefined;
  /** Order of the fields in numeric dates; undefined if the language does not decide it. */
  order: readonly DateField[] | undefined;
  /** The calendar that the language prefers, such as `gregory` or `persian`. */
  calendar: string;
}

/** A day of each month of every calendar, in the evening. */
const DAYS = Array.from({ length: 25 }, (_, half) => new Date(Date.UTC(2024, 0, 3 + half * 15, 21, 30)));
const MORNING_MS = 12 * 3_600_000;
const MIN_ABBREVIATION = 3;
/** Endings of ordinal numbers, and words that CLDR does not use. */
const FILLERS =
  'at on of the st nd rd th er re o a e го den am uhr le el года року ngay thang nam พศ คศ'.split(' ');

/** By locale. The runtime has a few hundred, so that a hostile source of languages cannot fill the memory. */
const vocabularies = new Map<string, CalendarVocabulary>();

/** `language` is a BCP 47 tag; without a valid one, the words are English and the order is unknown. */
export function calendarVocabulary(language: string): CalendarVocabulary {
  const locale = supportedLocale(language.trim().replaceAll('_', '-'));
  return getOrInsert(vocabularies, locale ?? '', () => vocabularyOf(locale));
}

function vocabularyOf(own: string | undefined): CalendarVocabulary {
  const calendar = own ? preferredCalendar(own) : 'gregory';
  const locales = [...new Set([own ?? 'en', 'en'])].map((tag) => `${tag}-u-ca-gregory-nu-latn-hc-h12`);
  const months = [
    ...locales.map((locale) => ({ calendar: 'gregory', names: monthNames(locale) })),
    ...(own && calendar !== 'gregory'
      ? [{ calendar, names: monthNames(`${own}-u-ca-${calendar}-nu-latn`) }]
      : []),
  ];
  const fillers = new Set([...FILLERS.map(folded), ...locales.flatMap(otherWords)]);
  const weekdays = locales.flatMap(weekdayNames);
  const halves = new Map(locales.toReversed().flatMap(dayPeriods));
  return {
    monthOf(word) {
      // Hebrew writes "in" and the month as one word.
      const name = folded(word).replace(/^ב/u, '');
      for (const { calendar: calendarOfNames, names } of months) {
        const month = names.get(name) ?? abbreviated(names, name);
        if (month !== undefined) return { month, calendar: calendarOfNames };
      }
      return undefined;
    },
    isFiller(word) {
      const name = folded(word);
      const isShort = name.length >= MIN_ABBREVIATION && weekdays.some((weekday) => weekday.startsWith(name));
      return isShort || fillers.has(name);
    },
    halfOfDay: (word) => halves.get(folded(word)),
    order: own === undefined ? undefined : orderOf(own),
    calendar,
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

function folded(word: string): string {
  return normalize(word).replaceAll('ı', 'i').replaceAll(/[\s.]/g, '');
}

/** Months by long and short name, alone and within a date. */
function monthNames(locale: string): Map<string, number> {
  const inDate = { day: 'numeric', year: 'numeric' } as const;
  const styles = (['short', 'long'] as const).flatMap((month) => [{ month }, { month, ...inDate }]);
  const number = formatter(locale, { month: 'numeric', ...inDate });
  const names = new Map<string, number>();
  for (const style of styles) {
    const name = formatter(locale, style);
    for (const day of DAYS) {
      const word = folded(partOf(name, day, 'month'));
      if (/\p{L}/u.test(word)) names.set(word, Number(partOf(number, day, 'month')));
    }
  }
  return names;
}

/** By its beginning, as in `Sept`, or by that of its consonants, as in `Mrz` for `März`. */
function abbreviated(names: ReadonlyMap<string, number>, word: string): number | undefined {
  if (word.length < MIN_ABBREVIATION) return undefined;
  const consonants = (name: string) => name.replaceAll(/(?<=.)(?:a|e|i|o|u)/g, '');
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
    .flatMap(({ value }) => [...value.matchAll(/[\p{L}\p{M}]+/gu)].map(([word]) => folded(word)));
}

function weekdayNames(locale: string): string[] {
  const format = formatter(locale, { weekday: 'long' });
  return Array.from({ length: 7 }, (_, day) => folded(format.format(new Date(Date.UTC(2024, 0, 1 + day)))));
}

function dayPeriods(locale: string): ['am' | 'pm' | string, 'am' | 'pm'][] {
  const format = formatter(locale, { timeStyle: 'short' });
  const [evening] = DAYS as [Date];
  const morning = new Date(evening.getTime() - MORNING_MS);
  const word = (date: Date) => folded(partOf(format, date, 'dayPeriod'));
  return [
    [word(morning), 'am'],
    [word(evening), 'pm'],
  ];
}

/** English alone decides no order, because its regions differ. */
function orderOf(locale: string): readonly DateField[] | undefined {
  if (locale === 'en') return undefined;
  const parts = formatter(`${locale}-u-ca-gregory-nu-latn`, { dateStyle: 'short' }).formatToParts(DAYS[0]);
  const order = parts.map(({ type }) => type).filter((type) => /^(?:day|month|year)$/.test(type));
  return order as DateField[];
}

function preferredCalendar(locale: string): string {
  return new Intl.DateTimeFormat(locale).resolvedOptions().calendar;
}

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
}

function partOf(format: Intl.DateTimeFormat, date: Date, part: string): string {
  return format.formatToParts(date).find(({ type }) => type === part)?.value ?? '';
}

const EPOCH = Date.UTC(2000, 0, 1);
const MS_PER_DAY = 86_400_000;
const LUNAR_YEAR = 354.367;
const SOLAR_YEAR = 365.2425;
/** The months of a calendar differ in length. */
const MAX_DEVIATION = 45;

/** Whether the year is closer to the present in the calendar than in the Gregorian one. */
export function isYearOf(calendar: string, year: number): boolean {
  const present = fieldsAt(calendar, EPOCH).year;
  return Math.abs(year - present) < Math.abs(year - 2000);
}

/** Undefined for days that do not exist, and for those without a day: their months overlap two Gregorian ones. */
export function gregorianDay(calendar: string, { year, month, day }: WrittenDay): WrittenDay | undefined {
  if (calendar === 'buddhist') return { year: year - 543, month, day };
  if (month === undefined || day === undefined) return undefined;
  const epoch = fieldsAt(calendar, EPOCH);
  const length = calendar.startsWith('islamic') ? LUNAR_YEAR : SOLAR_YEAR;
  const years = year - epoch.year + (month - epoch.month!) / 12;
  const guess = Math.round(years * length) + day - epoch.day!;
  for (let days = guess - MAX_DEVIATION; days <= guess + MAX_DEVIATION; days += 1) {
    const time = EPOCH + days * MS_PER_DAY;
    const fields = fieldsAt(calendar, time);
    if (fields.year !== year || fields.month !== month || fields.day !== day) continue;
    const date = new Date(time);
    return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
  }
  return undefined;
}

function fieldsAt(calendar: string, time: number): WrittenDay {
  const options = { year: 'numeric', month: 'numeric', day: 'numeric', timeZone: 'UTC' } as const;
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, options);
  const field = (name: string) => Number(partOf(format, new Date(time), name));
  return { year: field('year'), month: field('month'), day: field('day') };
}
