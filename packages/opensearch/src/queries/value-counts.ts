/** Value counts: of all values of a field, page by page (composite aggregations), and of concepts. */
import { QueryError } from '@semantic-search/engine';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { attributeName } from '../indices/index-document.ts';
import { type QueryTarget, searchDocuments } from '../indices/query-target.ts';

export interface ValueCount {
  key: string;
  doc_count: number;
}

/** Values per page; OpenSearch allows 65,535 buckets per response. */
const PAGE_SIZE = 50_000;

interface CompositeRequest {
  field: string;
  /** Selects the documents to count. */
  query: object;
  maxValues: number;
  /** Ascending by default. */
  order?: 'desc';
}

/** Rejects with `limit-exceeded` if there are more than `maxValues` values. */
export function allValues(request: CompositeRequest, target: QueryTarget): Promise<ValueCount[]> {
  return Array.fromAsync(countedValues(request, target));
}

interface Composite {
  buckets: { key: { value: string }; doc_count: number }[];
  after_key?: { value: string };
}

/** Yields values with their counts in order; reads further pages only as needed. */
export async function* countedValues(
  { field, query, maxValues, order }: CompositeRequest,
  target: QueryTarget,
): AsyncIterable<ValueCount> {
  let after: Composite['after_key'];
  for (let remaining = maxValues; ; ) {
    // Requests one value beyond the limit to detect an overflow.
    const size = Math.min(PAGE_SIZE, remaining + 1);
    const composite = { size, sources: [{ value: { terms: { field, order } } }], ...(after && { after }) };
    const body = { size: 0, query, aggs: { values: { composite } } };
    const { aggregations } = await searchDocuments(target, body);
    const { buckets, after_key } = aggregations.values as Composite;
    remaining -= buckets.length;
    if (remaining < 0) {
      const name = attributeName(field.slice(field.indexOf('.') + 1));
      const message = `The facet "${name}" has more than ${maxValues} values and cannot be counted; use another facet.`;
      throw new QueryError('limit-exceeded', message);
    }
    for (const { key, doc_count } of buckets) yield { key: key.value, doc_count };
    if (buckets.length < size || !after_key) return;
    after = after_key;
  }
}

/** Counts over all documents; expensive for large spaces. */
export async function allConceptCounts(target: QueryTarget): Promise<Uint32Array> {
  const { thesaurus } = target.indexVersion;
  const request = { field: 'about', query: { match_all: {} }, maxValues: thesaurus.size };
  return countsByConcept(await allValues(request, target), thesaurus);
}

/** Counts of the given concepts; all others are 0. */
export async function countConcepts(concepts: Iterable<number>, target: QueryTarget): Promise<Uint32Array> {
  const { thesaurus } = target.indexVersion;
  const include = Array.from(new Set(concepts), thesaurus.uri);
  if (include.length === 0) return countsByConcept([], thesaurus);
  const query = { terms: { about: include } };
  const aggs = { concepts: { terms: { field: 'about', size: include.length, include } } };
  const { aggregations } = await searchDocuments(target, { size: 0, track_total_hits: false, query, aggs });
  return countsByConcept((aggregations.concepts as { buckets: ValueCount[] }).buckets, thesaurus);
}

export function countsByConcept(buckets: ValueCount[], thesaurus: Thesaurus): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of buckets) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}
