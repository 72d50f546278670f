/** Strict ISO 8601 reader: calendar dates in extended and basic format, with or without a time. */

/** A day, month, year or instant. */
export interface ReadDate {
  /** Canonical ISO 8601: `2024`, `2024-05`, `2024-05-03`, or an instant in UTC such as `2024-05-03T10:00:00.000Z`. */
  text: string;
  /** First and last millisecond since 1970, in UTC. */
  start: number;
  end: number;
}

/** How precisely a date is written; `month` and `day` count from 1. */
export interface WrittenDay {
  year: number;
  month?: number | undefined;
  day?: number | undefined;
}

const MS_PER_DAY = 86_400_000;
const MS_PER_MINUTE = 60_000;

const DATE_AND_TIME = /^([-+\d]+)(?:[T ](\d[^[]*)(?:\[[\w/+-]+\])?)?$/i;
const DATE = /^([+-]\d{6}|\d{4})(?:-(\d{2})(?:-(\d{2}))?|(\d{2})(\d{2}))?$/;
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;

/** Undefined for other texts and for impossible dates. A time without a zone is in UTC. */
export function readIsoDate(text: string): ReadDate | undefined {
  const [, date, time] = DATE_AND_TIME.exec(text) ?? [];
  const day = date === undefined ? undefined : readDay(date);
  if (!day || time === undefined) return day;
  const [, hour, minute, second, fraction, zone] = TIME.exec(time) ?? [];
  const offset = zoneOffset(zone ?? 'Z');
  if (hour === undefined || offset === undefined || day.end - day.start >= MS_PER_DAY) return undefined;
  const milliseconds = msOfDay([hour, minute, second, fraction].map((part) => part ?? '0'));
  return milliseconds === undefined ? undefined : instant(day.start + milliseconds, offset);
}

/** Undefined for days that do not exist. */
export function calendarDate({ year, month, day }: WrittenDay): ReadDate | undefined {
  const start = startOf(year, month ?? 1, day ?? 1);
  if (start === undefined) return undefined;
  const iso = new Date(start).toISOString().split('T', 1)[0]!;
  if (day !== undefined) return { text: iso, start, end: start + MS_PER_DAY - 1 };
  const isLastMonth = month === undefined || month === 12;
  const next = isLastMonth ? startOf(year + 1, 1, 1) : startOf(year, month + 1, 1);
  const text = iso.slice(0, month === undefined ? -'-MM-DD'.length : -'-DD'.length);
  return { text, start, end: (next ?? start) - 1 };
}

/** Instant of a local time in milliseconds, at an offset in minutes east of Greenwich. Undefined beyond the range of dates. */
export function instant(localMs: number, offsetMinutes: number): ReadDate | undefined {
  const start = localMs - offsetMinutes * MS_PER_MINUTE;
  const date = new Date(start);
  return Number.isNaN(date.getTime()) ? undefined : { text: date.toISOString(), start, end: start };
}

/** Milliseconds of hour, minute, second and fraction, given as digits; undefined for an impossible time. 24:00 and a leap second begin the next day or minute. */
export function msOfDay([hour, minute, second, fraction]: readonly string[]): number | undefined {
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)];
  const isEndOfDay = hours === 24 && minutes === 0 && seconds === 0 && Number(fraction) === 0;
  if ((hours > 23 && !isEndOfDay) || minutes > 59 || seconds > 60) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction}`) * 1000);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

/** Minutes of `Z`, `+02`, `-0530` or `+05:30`; undefined for others. */
export function zoneOffset(zone: string): number | undefined {
  if (/^[A-Z]/i.test(zone)) return 0;
  const [, sign, hours = '', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (sign === undefined || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function readDay(date: string): ReadDate | undefined {
  const [, year, month, day, basicMonth, basicDay] = DATE.exec(date) ?? [];
  if (year === undefined) return undefined;
  const numberOf = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits));
  return calendarDate({
    year: Number(year),
    month: numberOf(month ?? basicMonth),
    day: numberOf(day ?? basicDay),
  });
}

function startOf(year: number, month: number, day: number): number | undefined {
  const time = new Date(0).setUTCFullYear(year, month - 1, day);
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && !Number.isNaN(time) ? time : undefined;
}
