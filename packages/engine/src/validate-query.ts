/** Numbers in questions, which come from outside: what is none is refused before anything is worked out by it. */
import {
  type ExtractionQuery,
  QueryError,
  type RelatedQuery,
  type SearchQuery,
  type SuggestionQuery,
} from './api.ts';

/** Throws `invalid-number`. */
export function validateSearch({ facets, selected, excluded, dateRange, ...asked }: SearchQuery): void {
  checkCounts(asked, 'start', 'count', 'summaryLength');
  for (const facet of facets) checkCounts(facet, 'depth', 'limit');
  const values = [...selected, ...excluded].flatMap((selection) => selection.values);
  for (const value of values) if ('from' in value) checkRange(value);
  if (dateRange) checkRange(dateRange);
}

/** Throws `invalid-number`. */
export function validateRelated(question: RelatedQuery): void {
  checkCounts(question, 'count', 'summaryLength');
}

/** Throws `invalid-number`. */
export function validateCount(question: SuggestionQuery | ExtractionQuery): void {
  checkCounts(question, 'count');
}

function checkCounts<Name extends string>(asked: Readonly<Record<Name, number>>, ...names: Name[]): void {
  for (const name of names) {
    const value: unknown = asked[name];
    if (Number.isSafeInteger(value) && asked[name] >= 0) continue;
    throw invalid(`${name} is a natural number, and not ${String(value)}.`);
  }
}

/** Open ends are null, or infinite. */
function checkRange({ from, to }: { from: unknown; to: unknown }): void {
  for (const bound of [from, to]) {
    if (bound === null || (typeof bound === 'number' && !Number.isNaN(bound))) continue;
    throw invalid(`A range ends at a number or, open, at null, and not at ${String(bound)}.`);
  }
}

function invalid(message: string): QueryError {
  return new QueryError('invalid-number', message);
}
