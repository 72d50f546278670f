/** Date reader for all sources: ISO 8601, epoch times, RFC 822 and the forms of a language. */
import { digitOf } from '../analysis/letter-folding.ts';
import { calendarVocabulary } from './calendar-vocabulary.ts';
import { instant, type ReadDate, readIsoDate } from './iso-date.ts';
import { readWrittenDate } from './written-date.ts';

/** Largest time of a `Date` (ECMA-262, 21.4.1.1). */
const MAX_DATE_MS = 8.64e15;
/** Other years probably belong to the calendar that the language prefers: 1403 (Persian) means 2024. */
const GREGORIAN_YEARS = { first: Date.UTC(1700), last: Date.UTC(2250) };
/** The Thai calendar has the days and months of the Gregorian one, and counts from 543 BC: 2567 means 2024. */
const THAI_ERA = 543;
const THAI_YEAR = /(?<!\d)2[45]\d\d(?=\d{4}$|\D|$)/;
/** Written by programs that know no date, such as Hugo (`0001-01-01`) and WordPress (`30 Nov -0001`). */
const ZERO_YEAR = '0001-';

/**
 * `language` is the BCP 47 tag of the text; it decides names and orders. A time without a zone is in UTC: the zone of the
 * machine never counts. Returns undefined for impossible days, for years of other calendars, and if several readings are
 * possible. A JavaScript number that is no date by its digits is a time in milliseconds since 1970.
 */
export function readDate(value: string | number, language = ''): ReadDate | undefined {
  if (typeof value === 'number') return readDigits(`${value}`) ?? milliseconds(value);
  const calendar = () => calendarVocabulary(language).calendar;
  const written = normalizedText(value);
  // Most dates need no calendar, and the first one of a program takes 20 ms.
  const isThai = THAI_YEAR.test(written) && calendar() === 'buddhist';
  const text = isThai ? written.replace(THAI_YEAR, (year) => `${Number(year) - THAI_ERA}`) : written;
  const isNumber = /^\d+(?:\.\d+)?$/.test(text);
  const date = isNumber ? readDigits(text) : (readIsoDate(text) ?? readWrittenDate(text, language));
  if (date === undefined || date.text.startsWith(ZERO_YEAR)) return undefined;
  const isLikelyGregorian = date.start >= GREGORIAN_YEARS.first && date.start < GREGORIAN_YEARS.last;
  return isLikelyGregorian || calendar() === 'gregory' ? date : undefined;
}

/** By digits: year (4), day (8), seconds since 1970 (9, 10), day and time (12, 14), or milliseconds since 1970 (11 to 13). */
function readDigits(digits: string): ReadDate | undefined {
  if (/^[12]\d{3}$|^[12]\d{7}$/.test(digits)) return readIsoDate(digits);
  if (/^\d{9,10}(?:\.\d+)?$/.test(digits)) return milliseconds(Number(digits) * 1000);
  const [, day, hour, minute, second = '00'] = /^((?:19|20)\d{6})(\d\d)(\d\d)(\d\d)?$/.exec(digits) ?? [];
  const dayAndTime = day === undefined ? undefined : readIsoDate(`${day}T${hour}${minute}${second}`);
  if (dayAndTime) return dayAndTime;
  return /^\d{11,13}$/.test(digits) ? milliseconds(Number(digits)) : undefined;
}

function milliseconds(time: number): ReadDate | undefined {
  return Number.isFinite(time) && Math.abs(time) <= MAX_DATE_MS ? instant(Math.trunc(time), 0) : undefined;
}

/** A date has far fewer UTF-16 units. */
const MAX_LENGTH = 200;

/** The text with Latin digits and single spaces, without directional marks. */
function normalizedText(text: string): string {
  return text
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff]/g, '')
    .replaceAll(/\p{Nd}/gu, digitOf)
    .replaceAll(/\s+/g, ' ')
    .trim();
}
