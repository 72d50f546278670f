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

export interface ValueCount {
  key: string;
  doc_count: number;
}

export interface CountedValues {
  buckets: ValueCount[];
  sum_other_doc_count: number;
  doc_count_error_upper_bound: number;
}

/** Limits for counting facet values. */
export interface CountingLimits {
  /** With a single shard, the top values are exact. */
  shards: number;
  /** Maximum number of values of one facet; counting more takes too long. */
  maxValues: number;
}

/** Limits for one of the facets of a search. */
export interface FacetShare extends CountingLimits {
  /** Maximum number of values that the search response includes for this facet. */
  maxInlineValues: number;
}

/** Divides the limits between the facets of a search. */
export function facetShare(facets: number, counting: CountingLimits): FacetShare {
  return { ...counting, maxInlineValues: Math.floor(MAX_INLINE_VALUES / Math.max(1, facets)) };
}

export const DEFAULT_MAX_FACET_VALUES = 500_000;

/** Values of all facets in one search response; OpenSearch allows 65,535 buckets. */
const MAX_INLINE_VALUES = 60_000;
/** Values of one attribute facet in a search response. */
const MAX_INLINE_LITERALS = 10_000;
/** Additional values, so that values with equal counts can be ordered by label. */
const TIE_BREAK_RESERVE = 300;
/** Maximum number of concepts in an `include` list. */
const MAX_NAMED_CONCEPTS = 1000;

type Tree = Extract<FacetSource, { kind: 'concept' }>['tree'];

export function literalAggregation(field: string, facetQuery: FacetRequest, share: FacetShare): object {
  const size = literalsRequested(facetQuery, share);
  return { terms: { field, size, shard_size: share.shards === 1 ? size : MAX_INLINE_LITERALS } };
}

function literalsRequested(facetQuery: FacetRequest, { maxInlineValues: beside }: FacetShare): number {
  return Math.min(
    beside,
    isByFrequency(facetQuery) ? firstOf(facetQuery) : MAX_INLINE_LITERALS,
    MAX_INLINE_LITERALS,
  );
}

function isByFrequency({ sorting, order, includeEmpty }: FacetRequest): boolean {
  return sorting === 'count' && order === 'desc' && !includeEmpty;
}

const firstOf = ({ limit }: FacetRequest) => limit + TIE_BREAK_RESERVE;

/** True if the buckets certainly contain all literals to show, with exact counts. */
export function hasLiterals(counted: CountedValues, facetQuery: FacetRequest, share: FacetShare): boolean {
  if (counted.buckets.length < literalsRequested(facetQuery, share)) return true;
  return isByFrequency(facetQuery) && hasFirst(counted, facetQuery);
}

/** True if the last value to show has more documents than the last bucket, so no omitted value can precede it. */
function hasFirst({ buckets, doc_count_error_upper_bound: doubt }: CountedValues, { limit }: FacetRequest) {
  return doubt === 0 && buckets.length > limit && buckets[limit - 1]!.doc_count > buckets.at(-1)!.doc_count;
}

/** Counts of all concepts, including narrower ones. */
export function everyConcept({ size }: Thesaurus, { maxInlineValues: beside }: FacetShare): object {
  return { terms: { field: 'about', size: Math.min(beside, Math.max(1, size)) } };
}

/** Counts of the concepts that the facet may show. */
export function conceptAggregation(
  facetQuery: FacetRequest,
  tree: Tree,
  thesaurus: Thesaurus,
  share: FacetShare,
): object {
  const few = fewConcepts(facetQuery, tree, thesaurus);
  if (few && few.length > 0)
    return { terms: { field: 'about', size: few.length, include: few.map(thesaurus.uri) } };
  const size = Math.min(share.maxInlineValues, firstOf(facetQuery));
  // With several shards, only all values of every shard give an exact result.
  const isCut = share.shards === 1 && isFirstOfAll(facetQuery, tree) && size < thesaurus.size;
  return isCut ? { terms: { field: 'about', size, shard_size: size } } : everyConcept(thesaurus, share);
}

/** True if the buckets certainly contain all concepts to show. */
export function hasConcepts(counted: CountedValues, facetQuery: FacetRequest, tree: Tree): boolean {
  return (
    counted.sum_other_doc_count === 0 || (isFirstOfAll(facetQuery, tree) && hasFirst(counted, facetQuery))
  );
}

/** True if the facet shows the most frequent of all concepts. */
function isFirstOfAll(facetQuery: FacetRequest, { within }: Tree): boolean {
  return facetQuery.mode === 'flat' && isByFrequency(facetQuery) && !within.includes(0);
}

/** All concepts that may be shown, whatever their counts; undefined if there are many. */
function fewConcepts({ mode, depth }: FacetRequest, tree: Tree, thesaurus: Thesaurus): number[] | undefined {
  const limit = Math.min(MAX_NAMED_CONCEPTS, thesaurus.size / 2);
  const isWithin = (concept: number) => tree.within[concept] === 1;
  const all = new Set<number>();
  let level = mode === 'flat' ? indicesOfOnes(tree.within, limit + 1) : [...tree.roots];
  const levels = mode === 'hierarchical' ? depth : 1;
  for (let currentLevel = 1; level.length > 0; currentLevel += 1) {
    for (const concept of level) all.add(concept);
    if (all.size > limit) return undefined;
    if (currentLevel === levels) break;
    level = level
      .flatMap((concept) => [...thesaurus.narrower(concept)])
      .filter((concept) => isWithin(concept) && !all.has(concept));
  }
  return [...all];
}

/** The first `most` indices. */
function indicesOfOnes(within: Tree['within'], limit: number): number[] {
  const indices: number[] = [];
  for (let i = within.indexOf(1); i >= 0 && indices.length < limit; i = within.indexOf(1, i + 1))
    indices.push(i);
  return indices;
}
