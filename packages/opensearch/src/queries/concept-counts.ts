/** Document counts of concepts, including their narrower concepts. */

import type { Cluster } from '../cluster/cluster.ts';
import { type CountedValues, everyConcept, facetShare, type ValueCount } from '../indices/field-values.ts';
import type { IndexVersion, QueryTarget } from '../indices/index-versions.ts';
import { compositeAggregation } from './composite-aggregation.ts';

/** Counts per concept over `query`: from the given buckets, or from a full count without them. */
export async function conceptCounts(
  complete: ValueCount[] | undefined,
  query: object,
  { indexVersion, cluster, signal }: QueryTarget,
): Promise<Uint32Array> {
  const { thesaurus } = indexVersion.thesaurus;
  const maxValues = thesaurus.size;
  const request = { index: indexVersion.index, field: 'about', query, maxValues };
  return byConcept(complete ?? (await compositeAggregation(request, cluster, signal)), indexVersion);
}

/** Counts over all documents; expensive for large spaces. */
export async function allConceptCounts(indexVersion: IndexVersion, cluster: Cluster): Promise<Uint32Array> {
  const query = { match_all: {} };
  const aggs = {
    concepts: everyConcept(indexVersion.thesaurus.thesaurus, facetShare(1, indexVersion.counting)),
  };
  const { aggregations } = await cluster.search(`/${indexVersion.index}/_search`, { size: 0, query, aggs });
  const concepts = aggregations.concepts as CountedValues;
  const complete = concepts.sum_other_doc_count === 0 ? concepts.buckets : undefined;
  return conceptCounts(complete, query, { indexVersion, cluster, signal: undefined });
}

/** Counts of the given concepts; all others are 0. */
export async function countConcepts(
  concepts: Iterable<number>,
  { indexVersion, cluster, signal }: QueryTarget,
): Promise<Uint32Array> {
  const named = Array.from(new Set(concepts), indexVersion.thesaurus.thesaurus.uri);
  if (named.length === 0) return byConcept([], indexVersion);
  const body = {
    size: 0,
    track_total_hits: false,
    query: { terms: { about: named } },
    aggs: { concepts: { terms: { field: 'about', size: named.length, include: named } } },
  };
  const { aggregations } = await cluster.search(`/${indexVersion.index}/_search`, body, signal);
  return byConcept((aggregations.concepts as CountedValues).buckets, indexVersion);
}

function byConcept(found: ValueCount[], { thesaurus: { thesaurus } }: IndexVersion): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of found) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}
