/** Parser of selected ranges: labels of ranges, and `[from TO to]` expressions. */
import { readIsoDate } from '@semantic-search/query/dates';
import { parseDate, startOfYear, yearPattern } from '../../index-writing/document-dates.ts';
import type { Range } from './range-buckets.ts';

/** Parses a label or a `[from TO to]` expression, where `*` is unbounded; undefined if the text is neither. */
export function parseRange(text: string, kind: 'number' | 'date'): Range | undefined {
  const bracketed = /^\[\s*(\S+)\s+TO\s+(\S+)\s*\]$/i.exec(text.trim());
  if (bracketed) return closedRange(bracketed[1]!, bracketed[2]!, kind);
  return kind === 'number' ? numberRange(text.trim()) : calendarRange(text.trim());
}

function closedRange(fromText: string, toText: string, kind: 'number' | 'date'): Range | undefined {
  const from = fromText === '*' ? null : boundOf(fromText, kind);
  const to = toText === '*' ? null : endOf(toText, kind);
  if (Number.isNaN(from) || Number.isNaN(to)) return undefined;
  return { from, to, toExclusive: false };
}

/** NaN for invalid text. A date is ISO 8601, a year, or milliseconds of at least five digits. */
function boundOf(text: string, kind: 'number' | 'date'): number {
  if (kind === 'number' || /^-?\d{5,}$/.test(text)) return Number(text);
  return parseDate(text) ?? Number.NaN;
}

/** Like `boundOf`, but a year, month or day is included to its end. */
function endOf(text: string, kind: 'number' | 'date'): number {
  const bound = boundOf(text, kind);
  if (kind === 'number') return bound;
  if (yearPattern.test(text)) return startOfYear(Number(text) + 1) - 1;
  return readIsoDate(text)?.end ?? bound;
}

function numberRange(text: string): Range | undefined {
  const match = /^(-?[\d.]+)\s*[–-]\s*(-?[\d.]+)$/.exec(text);
  const from = Number(match?.[1]);
  const to = Number(match?.[2]);
  return Number.isNaN(from) || Number.isNaN(to) ? undefined : { from, to, toExclusive: true };
}

function calendarRange(text: string): Range | undefined {
  const match = /^(-?\d{1,6})(?:\s*–\s*(-?\d{1,6}))?$/.exec(text);
  if (!match) return undefined;
  const first = Number(match[1]);
  const last = match[2] === undefined ? first : Number(match[2]);
  return { from: startOfYear(first), to: startOfYear(last + 1), toExclusive: true };
}
