/** Reference model of the sort order of results. */

import { normalize } from '@semantic-search/query/analysis';
import type { SearchQuery } from '../../src/api.ts';
import type { DocumentInput } from '../../src/writable-space.ts';

/** Returns the ids in the order of a result sorted by date or title. */
export function sortedIds(documents: DocumentInput[], { field, direction }: SearchQuery['sort']): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const title = (document: DocumentInput) => normalize(document.title ?? '');
  const undatedLast = (a: number, c: number) => Number(Number.isNaN(a)) - Number(Number.isNaN(c));
  const sorted = documents.toSorted((one, other) => {
    const [a, c] = [dateIn(one), dateIn(other)];
    if (field === 'date') return undatedLast(a, c) || sign * (a - c) || byId(one.id, other.id);
    return sign * compareTexts(title(one), title(other)) || newestFirst(one, other);
  });
  return sorted.map(({ id }) => id);
}

/** Breaks ties of all orders except by date: newest first, then by id. */
export function newestFirst(one: DocumentInput, other: DocumentInput): number {
  const [a, c] = [dateIn(one), dateIn(other)];
  return Number(Number.isNaN(a)) - Number(Number.isNaN(c)) || c - a || byId(one.id, other.id);
}

const dateIn = ({ date }: DocumentInput) =>
  date === undefined || date === null ? NaN : Date.parse(`${date}`);
const compareTexts = (a: string, c: string) => (a < c ? -1 : a > c ? 1 : 0);
const byId = (a: string, c: string) => Buffer.compare(Buffer.from(a), Buffer.from(c));
