/** Document counts of concepts, including their narrower concepts. */

import { type CountedValues, everyConcept, facetShare, type ValueCount } from '../indices/field-values.ts';
import { type IndexVersion, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { compositeAggregation } from './composite-aggregation.ts';

/** Counts per concept over `query`: from the given buckets, or from a full count without them. */
export async function conceptCounts(
  complete: ValueCount[] | undefined,
  query: object,
  target: QueryTarget,
): Promise<Uint32Array> {
  const { indexVersion } = target;
  const request = { field: 'about', query, maxValues: indexVersion.thesaurus.thesaurus.size };
  return byConcept(complete ?? (await compositeAggregation(request, target)), indexVersion);
}

/** Counts over all documents; expensive for large spaces. */
export async function allConceptCounts(target: QueryTarget): Promise<Uint32Array> {
  const { thesaurus, counting } = target.indexVersion;
  const query = { match_all: {} };
  const aggs = { concepts: everyConcept(thesaurus.thesaurus, facetShare(1, counting)) };
  const { aggregations } = await searchDocuments(target, { size: 0, query, aggs });
  const concepts = aggregations.concepts as CountedValues;
  return conceptCounts(concepts.sum_other_doc_count === 0 ? concepts.buckets : undefined, query, target);
}

/** Counts of the given concepts; all others are 0. */
export async function countConcepts(concepts: Iterable<number>, target: QueryTarget): Promise<Uint32Array> {
  const { indexVersion } = target;
  const named = Array.from(new Set(concepts), indexVersion.thesaurus.thesaurus.uri);
  if (named.length === 0) return byConcept([], indexVersion);
  const body = {
    size: 0,
    track_total_hits: false,
    query: { terms: { about: named } },
    aggs: { concepts: { terms: { field: 'about', size: named.length, include: named } } },
  };
  const { aggregations } = await searchDocuments(target, body);
  return byConcept((aggregations.concepts as CountedValues).buckets, indexVersion);
}

function byConcept(buckets: ValueCount[], { thesaurus: { thesaurus } }: IndexVersion): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of buckets) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}
