/** Dates of documents: reading them, and labels that are as precise as the written date. */
import { type ReadDate, readDate } from '@semantic-search/query/dates';

export const yearPattern = /^-?\d{1,4}$/;

/**
 * Returns milliseconds since 1970, or null for a text that is not a date, and for a day that does not exist, such as 30 February.
 *
 * A year of up to four digits, or a year and month, means its beginning (UTC). `language` is the BCP 47 tag of the document.
 */
export function parseDate(date: unknown, language?: string | null): number | null {
  return documentDate(date, language)?.start ?? null;
}

function documentDate(date: unknown, language: string | null | undefined): ReadDate | undefined {
  if (typeof date === 'number') return readDate(date);
  if (typeof date !== 'string') return undefined;
  const text = date.trim();
  if (!yearPattern.test(text)) return readDate(text, language ?? undefined);
  return { text, start: startOfYear(Number(text)), end: startOfYear(Number(text) + 1) - 1 };
}

export function startOfYear(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

/** Day as in `1771-03-05`; years before 0 or after 9999 have a sign and six digits. */
export function formatDay(date: number): string {
  return new Date(date).toISOString().split('T', 1)[0]!;
}

/** Date in its original precision: `1771`, `1771-03` or `1771-03-05`. Null for an invalid date. */
export function dateLabel(date: unknown, language?: string | null): string | null {
  const instant = documentDate(date, language);
  if (!instant) return null;
  return instant.start === instant.end ? formatDay(instant.start) : instant.text;
}
