/** How many documents concepts have, themselves or something narrower: all that are counted, every one, or a few by name. */

import type { Cluster } from './cluster.ts';
import { allValues } from './composite-aggregation.ts';
import { type CountedValues, everyConcept, shareOf, type ValueCount } from './field-values.ts';
import type { IndexVersion, Within } from './index-versions.ts';

/** By each concept, among documents of `query`: those counted, or all where they are not enough. */
export async function conceptCounts(
  counted: CountedValues,
  isEnough: boolean,
  query: object,
  { edition, cluster, signal }: Within,
): Promise<Uint32Array> {
  const { thesaurus } = edition.thesaurus;
  const mostValues = thesaurus.size;
  const wanted = { index: edition.index, field: 'about', query, mostValues };
  return byConcept(isEnough ? counted.buckets : await allValues(wanted, cluster, signal), edition);
}

/** Of all documents: dear where there are many. */
export async function everyCount(edition: IndexVersion, cluster: Cluster): Promise<Uint32Array> {
  const query = { match_all: {} };
  const aggs = { concepts: everyConcept(edition.thesaurus.thesaurus, shareOf(1, edition.counting)) };
  const { aggregations } = await cluster.search(`/${edition.index}/_search`, { size: 0, query, aggs });
  const concepts = aggregations.concepts as CountedValues;
  const isEnough = concepts.sum_other_doc_count === 0;
  return conceptCounts(concepts, isEnough, query, { edition, cluster, signal: undefined });
}

/** Of these concepts alone; the others have 0. */
export async function countsOf(
  concepts: Iterable<number>,
  { edition, cluster, signal }: Within,
): Promise<Uint32Array> {
  const named = Array.from(new Set(concepts), edition.thesaurus.thesaurus.uri);
  if (named.length === 0) return byConcept([], edition);
  const body = {
    size: 0,
    track_total_hits: false,
    query: { terms: { about: named } },
    aggs: { concepts: { terms: { field: 'about', size: named.length, include: named } } },
  };
  const { aggregations } = await cluster.search(`/${edition.index}/_search`, body, signal);
  return byConcept((aggregations.concepts as CountedValues).buckets, edition);
}

function byConcept(found: ValueCount[], { thesaurus: { thesaurus } }: IndexVersion): Uint32Array {
  const counts = new Uint32Array(thesaurus.size);
  for (const { key, doc_count } of found) {
    const concept = thesaurus.ordinal(key);
    if (concept !== undefined) counts[concept] = doc_count;
  }
  return counts;
}
