/** Composite aggregation: counts all values of a field page by page. */
import { QueryError } from '@semantic-search/engine';
import { attributeName } from '../indices/index-document.ts';
import { type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import type { ValueCount } from './facet-values.ts';

/** Values per page; OpenSearch allows 65,535 buckets per response. */
const PAGE_SIZE = 50_000;

export interface CompositeRequest {
  field: string;
  /** Selects the documents to count. */
  query: object;
  maxValues: number;
  /** Ascending by default. */
  order?: 'desc';
}

/** Rejects with `limit-exceeded` if there are more than `maxValues` values. */
export function compositeAggregation(request: CompositeRequest, target: QueryTarget): Promise<ValueCount[]> {
  return Array.fromAsync(countedValues(request, target));
}

interface Composite {
  buckets: { key: { value: string }; doc_count: number }[];
  after_key?: { value: string };
}

/** In order; reads further pages only as needed. */
export async function* countedValues(
  { field, query, maxValues, order }: CompositeRequest,
  target: QueryTarget,
): AsyncIterable<ValueCount> {
  let after: Composite['after_key'];
  for (let left = maxValues; ; ) {
    // Requests one value beyond the limit to detect an overflow.
    const size = Math.min(PAGE_SIZE, left + 1);
    const composite = { size, sources: [{ value: { terms: { field, order } } }], ...(after && { after }) };
    const body = { size: 0, query, aggs: { values: { composite } } };
    const { aggregations } = await searchDocuments(target, body);
    const { buckets, after_key } = aggregations.values as Composite;
    left -= buckets.length;
    if (left < 0) throw tooManyValues(field, maxValues);
    for (const { key, doc_count } of buckets) yield { key: key.value, doc_count };
    if (buckets.length < size || !after_key) return;
    after = after_key;
  }
}

function tooManyValues(field: string, maxValues: number): QueryError {
  const name = attributeName(field.slice(field.indexOf('.') + 1));
  return new QueryError(
    'limit-exceeded',
    `The facet "${name}" has more than ${maxValues} values and cannot be counted; use another facet.`,
  );
}
