/** Written dates: RFC 822, RFC 850, asctime, month names and numeric orders of a language. */
import { type CalendarVocabulary, calendarVocabulary, type DateField } from './calendar-vocabulary.ts';
import { calendarDate, instant, msOfDay, type ReadDate, type WrittenDay, zoneOffset } from './iso-date.ts';

/** A longer text is not a date; in UTF-16 units. */
const MAX_LENGTH = 100;
/** A number, a word, or a character between them. */
const TOKEN = /(\d+)|([\p{L}\p{M}]+(?:\.[\p{L}\p{M}]+)*)|[ ,./:;()'’‘·،–—-]/guy;
const UNITS: Partial<Record<string, DateField>> = {
  年: 'year',
  月: 'month',
  日: 'day',
  号: 'day',
  號: 'day',
  년: 'year',
  월: 'month',
  일: 'day',
};
/** For each era, the year before its first year. */
const ERAS: ReadonlyMap<string, number> = new Map([
  ['令和', 2018],
  ['平成', 1988],
  ['昭和', 1925],
  ['民國', 1911],
  ['民国', 1911],
]);

interface Tokens {
  /** Month written by its name. */
  month?: number;
  /** Numbers without a unit, in order. */
  numbers: string[];
  units: Partial<Record<DateField, number>>;
  half?: 'am' | 'pm';
  /** Year before the first year of the era; 0 without one. */
  era: number;
  /** Offset of a named time zone, in minutes east of Greenwich. */
  zone?: number;
  /** The text before the time. */
  before: string;
}

/** Undefined if one word is not understood, if the order of the numbers is not known, and for impossible dates. */
export function readWrittenDate(text: string, language: string): ReadDate | undefined {
  if (text.length > MAX_LENGTH || !/\d/.test(text)) return undefined;
  const vocabulary = calendarVocabulary(language);
  const split = splitTime(text);
  const tokens = tokenize(split?.before ?? text, split?.after ?? '', vocabulary);
  const parsed = tokens && writtenDay(tokens, vocabulary);
  const date = parsed && calendarDate(parsed);
  if (!date || !split) return date;
  const time = timeOfDayMs(split.time, tokens.half);
  if (time === undefined || parsed.day === undefined) return undefined;
  return instant(date.start + time, split.time.offset ?? tokens.zone ?? 0);
}

/** Reads the text before and after the time; undefined if one word is not understood. */
function tokenize(before: string, after: string, vocabulary: CalendarVocabulary): Tokens | undefined {
  const tokens: Tokens = { numbers: [], units: {}, era: 0, before };
  const isRead =
    readSection(before, tokens, vocabulary, 'before time') &&
    readSection(withoutComment(after), tokens, vocabulary, 'after time');
  if (!isRead) return undefined;
  const { era } = tokens;
  if (era === 0) return tokens;
  const { year } = tokens.units;
  // `令和 2024年` has a year of another calendar. Only the era 民國 is older than a century.
  if (year === undefined || year >= (era === ERAS.get('民國') ? 200 : 100)) return undefined;
  tokens.units.year = year + era;
  return tokens;
}

type Section = 'before time' | 'after time';

/** False if a word or character is not understood. */
function readSection(
  text: string,
  tokens: Tokens,
  vocabulary: CalendarVocabulary,
  section: Section,
): boolean {
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, digits, word] = match;
    end = match.index + token.length;
    if (digits !== undefined) tokens.numbers.push(digits);
    else if (word === undefined) continue;
    else if (ERAS.has(word)) tokens.era = ERAS.get(word)!;
    else if (!readWord(word, tokens, vocabulary, section)) return false;
  }
  return end === text.length;
}

/** Without the name of a zone in brackets, as JavaScript writes it, and without dots in `p. m.`. */
function withoutComment(text: string): string {
  return text.replace(/ \([^()]*\)$/, '').replace(/\b([ap])\. m\b/i, '$1m');
}

/** False if the word is not understood. */
function readWord(word: string, tokens: Tokens, vocabulary: CalendarVocabulary, section: Section): boolean {
  const unit = UNITS[word[0]!];
  const isUnit = unit !== undefined && tokens.numbers.length > 0 && tokens.units[unit] === undefined;
  if (isUnit) {
    tokens.units[unit] = Number(tokens.numbers.pop());
    return word.length === 1 || readWord(word.slice(1), tokens, vocabulary, section);
  }
  const isAfterTime = section === 'after time';
  const month = tokens.month === undefined ? vocabulary.monthOf(word) : undefined;
  const half = isAfterTime || month === undefined ? vocabulary.halfOfDay(word) : undefined;
  const parts = word.split('.');
  const zone = isAfterTime ? zoneMinutes(word) : undefined;
  if (half !== undefined) tokens.half ??= half;
  else if (month !== undefined) tokens.month = month;
  else if (vocabulary.isFiller(word)) return true;
  else if (parts.length > 1) return parts.every((part) => readWord(part, tokens, vocabulary, section));
  else if (zone !== undefined) tokens.zone ??= zone;
  else return false;
  return true;
}

function writtenDay(tokens: Tokens, { order, calendar }: CalendarVocabulary): WrittenDay | undefined {
  const { units, numbers } = tokens;
  const { year, day } = units;
  const month = tokens.month ?? units.month;
  if (year !== undefined) return numbers.length === 0 ? { year, month: units.month, day } : undefined;
  // Two digits are a year of the calendar that the language prefers.
  if (calendar !== 'gregory' && !numbers.some(isYear)) return undefined;
  if (month === undefined) return numericDay(tokens, order);
  return namedMonth(month, day === undefined ? numbers : [`${day}`, ...numbers]);
}

/** `3 May 2024`, `May 3, 2024`, `2024 May 3`, `03-May-24` and `May 2024`. */
function namedMonth(month: number, numbers: readonly string[]): WrittenDay | undefined {
  const [first = '', second] = numbers;
  if (numbers.length > 2) return undefined;
  if (second === undefined) return isYear(first) ? { year: Number(first), month } : undefined;
  const [day, year] = isYear(first) ? [second, first] : [first, second];
  return { year: fullYear(year), month, day: Number(day) };
}

function numericDay({ numbers, before }: Tokens, order?: readonly DateField[]): WrittenDay | undefined {
  const [first = '', second = '', third = ''] = numbers;
  if (numbers.length === 1) return isYear(first) ? { year: Number(first) } : undefined;
  // `2 of 1999` counts pages.
  if (numbers.length === 2) return /^\d+ \p{L}+ \d/u.test(before) ? undefined : monthAndYear(first, second);
  if (numbers.length !== 3) return undefined;
  if (isYear(first)) return { year: Number(first), month: Number(second), day: Number(third) };
  // With hyphens, two digits may be the year in the order of ISO 8601 or in the order of the language.
  const isYearLast = isYear(third) || (third.length === 2 && order?.[2] === 'year' && !/\d-\d/.test(before));
  if (!isYearLast) return undefined;
  const year = fullYear(third);
  const [a, b] = [Number(first), Number(second)];
  // A number above 12 is the day, whatever the language is.
  if (a > 12 || a === b) return { year, month: b, day: a };
  if (b > 12) return { year, month: a, day: b };
  // No country that writes points begins with the month.
  const firstField = order?.[0] ?? (/^\s*\d\d?\. ?\d\d?\./.test(before) ? 'day' : undefined);
  if (firstField === 'day') return { year, month: b, day: a };
  return firstField === 'month' ? { year, month: a, day: b } : undefined;
}

function monthAndYear(first: string, second: string): WrittenDay | undefined {
  const [year, month] = isYear(first) ? [first, second] : [second, first];
  return isYear(year) && /^\d{1,2}$/.test(month) ? { year: Number(year), month: Number(month) } : undefined;
}

function isYear(digits: string): boolean {
  return /^[12]\d{3}$/.test(digits);
}

/** Years of two digits as in RFC 5322, section 4.3. */
function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length === 2) return year + (year < 50 ? 2000 : 1900);
  return digits.length === 3 ? year + 1900 : year;
}

interface TimeOfDay {
  hour: string;
  minute: string;
  second: string;
  fraction: string;
  /** Minutes east of Greenwich; undefined if there is no numeric offset, NaN for an impossible one. */
  offset: number | undefined;
}

/** `9:05:07.25`, `21h30`, `10.30 Uhr`, `kl. 21.30` and `21時30分`. White space is single. */
const TIMES = [
  /(?<![\d:.])(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,](\d{1,9}))?)?/u,
  /(?<!\d)(\d{1,2}) ?h ?(\d{2})(?!\d)/iu,
  /(?<!\d)(\d{1,2})\.(\d{2}) ?Uhr/iu,
  /\bklo?\.? (\d{1,2})\.(\d{2})/iu,
  /(?<!\d)(\d{1,2})[時时點点시](?: ?(\d{1,2})[分분])?(?: ?(\d{1,2})[秒초])?/u,
];
const OFFSET = /(?<=^|[ a-z])([+-]\d{1,2}(?::?\d{2})?)(?![\d:/.-])/i;

/** Splits a text at its time: undefined if there is none. */
function splitTime(text: string): { before: string; after: string; time: TimeOfDay } | undefined {
  const matched = TIMES.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  if (!matched) return undefined;
  const [hour = '', minute = '0', second = '0', fraction = '0'] = matched
    .slice(1)
    .filter((part) => part !== undefined);
  const afterTime = text.slice(matched.index + matched[0].length);
  const zone = OFFSET.exec(afterTime);
  const offset = zone ? (zoneOffset(zone[1]!) ?? Number.NaN) : undefined;
  const time = { hour, minute, second, fraction, offset };
  return {
    before: text.slice(0, matched.index).replace(/(?<=\d)T$/, ''),
    after: zone ? afterTime.replace(zone[0], ' ') : afterTime,
    time,
  };
}

/** Milliseconds of the day; undefined for an impossible time. */
function timeOfDayMs({ hour, ...time }: TimeOfDay, half: 'am' | 'pm' | undefined): number | undefined {
  const hours = Number(hour);
  // Some pages write 13:30 PM.
  const isTwelveHour = half !== undefined && hours <= 12;
  const full = isTwelveHour ? (hours % 12) + (half === 'pm' ? 12 : 0) : hours;
  return msOfDay([`${full}`, time.minute, time.second, time.fraction]);
}

/** Hours east of Greenwich. Zones of RFC 822 come first; other names have their most common meaning. */
const ZONES = new Map(
  `EST -5, EDT -4, CST -6, CDT -5, MST -7, MDT -6, PST -8, PDT -7, AKST -9, AKDT -8, HST -10, AST -4, ADT -3, NST -3.5, NDT -2.5,
  BRT -3, ART -3, WET 0, WEST 1, BST 1, CET 1, CEST 2, MEZ 1, MESZ 2, EET 2, EEST 3, MSK 3, TRT 3, SAST 2, IRST 3.5, PKT 5, IST 5.5,
  NPT 5.75, ICT 7, WIB 7, SGT 8, HKT 8, AWST 8, JST 9, KST 9, ACST 9.5, ACDT 10.5, AEST 10, AEDT 11, NZST 12, NZDT 13`
    .split(',')
    .map((zone) => zone.trim().split(' '))
    .map(([name, hours]) => [name!, Number(hours)]),
);

/** Minutes of a zone name. Military and unknown zones are UTC (RFC 5322, section 4.3); undefined for other words. */
function zoneMinutes(word: string): number | undefined {
  if (!/^[A-Z]{1,5}$/.test(word)) return undefined;
  return (ZONES.get(word) ?? 0) * 60;
}
