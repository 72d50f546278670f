/** Days of other calendars, such as the Persian and the Buddhist one, in the Gregorian calendar. */
import { partOf } from './calendar-vocabulary.ts';
import type { WrittenDay } from './iso-date.ts';

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
