/** Document counts of concepts, including their narrower concepts. */
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { compositeAggregation } from './composite-aggregation.ts';
import type { CountedValues, ValueCount } from './facet-values.ts';

/** Counts over all documents; expensive for large spaces. */
export async function allConceptCounts(target: QueryTarget): Promise<Uint32Array> {
  const { thesaurus } = target.indexVersion.thesaurus;
  const request = { field: 'about', query: { match_all: {} }, maxValues: thesaurus.size };
  return countsByConcept(await compositeAggregation(request, target), thesaurus);
}

/** Counts of the given concepts; all others are 0. */
export async function countConcepts(concepts: Iterable<number>, target: QueryTarget): Promise<Uint32Array> {
  const { thesaurus } = target.indexVersion.thesaurus;
  const include = Array.from(new Set(concepts), thesaurus.uri);
  if (include.length === 0) return countsByConcept([], thesaurus);
  const body = {
    size: 0,
    track_total_hits: false,
    query: { terms: { about: include } },
    aggs: { concepts: { terms: { field: 'about', size: include.length, include } } },
  };
  const { aggregations } = await searchDocuments(target, body);
  return countsByConcept((aggregations.concepts as CountedValues).buckets, thesaurus);
}

export function countsByConcept(buckets: ValueCount[], thesaurus: Thesaurus): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of buckets) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}
