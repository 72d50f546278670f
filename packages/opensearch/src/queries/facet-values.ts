/**
 * Terms aggregations of facet values, and the check whether their result is exact.
 *
 * A terms aggregation returns a limited number of values, and over several shards their counts are approximate. If the
 * result may be inexact, the caller counts all values by a composite aggregation. Each returned value costs a node several
 * microseconds, so requesting all values to show a few costs more than matching and counting.
 */
import type { FacetRequest } from '@semantic-search/engine';
import type { FacetSource } from '@semantic-search/engine/building-blocks';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { IndexVersion } from '../indices/index-versions.ts';
import { fieldOf } from './filters.ts';

export interface ValueCount {
  key: string;
  doc_count: number;
}

export interface CountedValues {
  buckets: ValueCount[];
  sum_other_doc_count: number;
  doc_count_error_upper_bound: number;
}

/** A facet of literals or concepts. */
export type ValueSource = Exclude<FacetSource, { kind: 'number' }>;

/** Values of all facets in one search response; OpenSearch allows 65,535 buckets. */
const MAX_INLINE_VALUES = 60_000;
/** Literals that a shard returns for one facet. */
const MAX_INLINE_LITERALS = 10_000;
/** Additional values, so that values with equal counts can be ordered by label. */
const TIE_BREAK_RESERVE = 300;
/** Maximum number of concepts in an `include` list. */
const MAX_NAMED_CONCEPTS = 1000;

/** Counts the values that a facet may show; `facets` is the number of facets of the search. */
export function valuesAggregation(
  facetQuery: FacetRequest,
  source: ValueSource,
  { thesaurus: { thesaurus }, shards }: IndexVersion,
  facets: number,
): object {
  const field = fieldOf(source);
  const isConcept = source.kind === 'concept';
  const few = isConcept ? fewConcepts(facetQuery, source.tree, thesaurus) : undefined;
  if (few?.length) return { terms: { field, size: few.length, include: few.map(thesaurus.uri) } };
  const all = isConcept ? Math.max(1, thesaurus.size) : MAX_INLINE_LITERALS;
  const requested = isMostFrequent(facetQuery, source) ? facetQuery.limit + TIE_BREAK_RESERVE : all;
  const most = Math.min(all, Math.floor(MAX_INLINE_VALUES / facets));
  const size = Math.min(requested, most);
  return { terms: { field, size, shard_size: shards === 1 ? size : most } };
}

/** True if the buckets certainly contain all values to show, with exact counts. */
export function isExact(
  { buckets, sum_other_doc_count: others, doc_count_error_upper_bound: doubt }: CountedValues,
  facetQuery: FacetRequest,
  source: ValueSource,
): boolean {
  if (others === 0) return true;
  const { limit } = facetQuery;
  if (doubt > 0 || buckets.length <= limit || !isMostFrequent(facetQuery, source)) return false;
  // No omitted value can precede the last one to show.
  return buckets[limit - 1]!.doc_count > buckets.at(-1)!.doc_count;
}

/** True if the facet shows the most frequent of all values. */
function isMostFrequent({ mode, sorting, order, includeEmpty }: FacetRequest, source: ValueSource): boolean {
  if (sorting !== 'count' || order !== 'desc' || includeEmpty) return false;
  return source.kind === 'literal' || (mode === 'flat' && !source.tree.within.includes(0));
}

/** All concepts that may be shown, whatever their counts; undefined if there are many. */
function fewConcepts(
  { mode, depth }: FacetRequest,
  { within, roots }: Extract<FacetSource, { kind: 'concept' }>['tree'],
  thesaurus: Thesaurus,
): number[] | undefined {
  const limit = Math.min(MAX_NAMED_CONCEPTS, thesaurus.size / 2);
  const concepts = new Set<number>();
  if (mode === 'flat') {
    for (
      let next = within.indexOf(1);
      next >= 0 && concepts.size <= limit;
      next = within.indexOf(1, next + 1)
    )
      concepts.add(next);
  } else {
    let level = [...roots];
    for (let levels = mode === 'hierarchical' ? depth : 1; levels > 0; levels -= 1) {
      for (const concept of level) concepts.add(concept);
      if (concepts.size > limit) break;
      level = level
        .flatMap((concept) => [...thesaurus.narrower(concept)])
        .filter((concept) => within[concept] === 1 && !concepts.has(concept));
    }
  }
  return concepts.size > limit ? undefined : [...concepts];
}
