/** Validation of numbers in queries. The server limits their sizes (`contract/src/messages/search.ts`). */
import { QueryError, type SearchQuery } from './api.ts';
import { embeddingError } from './index-writing/document-validation.ts';
import type { EmbeddingSettings } from './writable-space.ts';

/** Throws `invalid-number`. */
export function validateSearch(
  query: SearchQuery,
  embeddings: Pick<EmbeddingSettings, 'dimensions'> | undefined,
): void {
  const { facets, selected, excluded, dateRange, embedding } = query;
  const vectorError = embedding && embeddings && embeddingError(embedding, embeddings.dimensions);
  if (vectorError !== undefined) throw invalidNumber(vectorError);
  validateCounts(query, 'start', 'count', 'summaryLength');
  for (const facet of facets) validateCounts(facet, 'depth', 'limit');
  const values = [...selected, ...excluded].flatMap((selection) => selection.values);
  const ranges = values.filter((value) => 'from' in value);
  for (const range of dateRange ? [...ranges, dateRange] : ranges) checkRange(range);
}

/** The members must be non-negative safe integers. Throws `invalid-number`. */
export function validateCounts<Name extends string>(
  query: Readonly<Record<Name, number>>,
  ...names: Name[]
): void {
  for (const name of names) {
    const value: unknown = query[name];
    if (Number.isSafeInteger(value) && query[name] >= 0) continue;
    throw invalidNumber(`${name} must be a non-negative integer, not ${String(value)}.`);
  }
}

/** `null` and infinite bounds leave a side open. */
function checkRange({ from, to }: { from: unknown; to: unknown }): void {
  for (const bound of [from, to]) {
    if (bound === null || (typeof bound === 'number' && !Number.isNaN(bound))) continue;
    throw invalidNumber(`A range bound must be a number or null, not ${String(bound)}.`);
  }
}

function invalidNumber(message: string): QueryError {
  return new QueryError('invalid-number', message);
}
