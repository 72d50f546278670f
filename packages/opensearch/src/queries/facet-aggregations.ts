/** Terms aggregations of facet values, whose counts may be approximate over several shards. */
import type { FacetRequest } from '@semantic-search/engine';
import type { FacetSource } from '@semantic-search/engine/building-blocks';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { IndexVersion } from '../indices/query-target.ts';
import { fieldOf } from './filters.ts';
import { ordinalsOfOnes } from './matcher-queries.ts';
import type { ValueCount } from './value-counts.ts';

export interface CountedValues {
  buckets: ValueCount[];
  sum_other_doc_count: number;
  doc_count_error_upper_bound: number;
}

/** A facet of literals or concepts. */
type ValueSource = Exclude<FacetSource, { kind: 'number' }>;

/** Maximum number of values of all facets in one search response; OpenSearch allows 65,535 buckets. */
const MAX_INLINE_VALUES = 60_000;
/** Maximum number of literals that a shard returns for one facet. */
const MAX_INLINE_LITERALS = 10_000;
/** Additional values, so that values with equal counts can be ordered by label. */
const TIE_BREAK_RESERVE = 300;
/** Maximum number of concepts in an `include` list. */
const MAX_NAMED_CONCEPTS = 1000;

/** Counts the values that a facet may show; `facetCount` is the number of facets of the search. */
export function valuesAggregation(
  request: FacetRequest,
  source: ValueSource,
  { thesaurus, shards }: IndexVersion,
  facetCount: number,
): object {
  const field = fieldOf(source);
  const include = source.kind === 'concept' ? fewConcepts(request, source.tree, thesaurus) : [];
  if (include.length > 0) return { terms: { field, size: include.length, include } };
  const available = source.kind === 'concept' ? Math.max(1, thesaurus.size) : MAX_INLINE_LITERALS;
  const max = Math.min(available, Math.floor(MAX_INLINE_VALUES / facetCount));
  const size = isMostFrequent(request, source) ? Math.min(request.limit + TIE_BREAK_RESERVE, max) : max;
  return { terms: { field, size, shard_size: shards === 1 ? size : max } };
}

/** True if the buckets certainly contain all values to show, with exact counts. A full count takes microseconds per value. */
export function isExact(
  { buckets, sum_other_doc_count: omitted, doc_count_error_upper_bound: maxError }: CountedValues,
  request: FacetRequest,
  source: ValueSource,
): boolean {
  if (omitted === 0) return true;
  const { limit } = request;
  if (maxError > 0 || buckets.length <= limit || !isMostFrequent(request, source)) return false;
  // No omitted value can precede the last one to show.
  return buckets[limit - 1]!.doc_count > buckets.at(-1)!.doc_count;
}

/** True if the facet shows the most frequent of all values. */
function isMostFrequent({ mode, sorting, order, includeEmpty }: FacetRequest, source: ValueSource): boolean {
  if (sorting !== 'count' || order !== 'desc' || includeEmpty) return false;
  return source.kind === 'literal' || (mode === 'flat' && !source.tree.within.includes(0));
}

/** URIs of all concepts that may be shown, whatever their counts; empty if there are many, as in trees. */
function fewConcepts(
  { mode }: FacetRequest,
  { within, roots }: Extract<FacetSource, { kind: 'concept' }>['tree'],
  thesaurus: Thesaurus,
): string[] {
  if (mode === 'hierarchical') return [];
  const concepts = new Set(mode === 'top' ? roots : ordinalsOfOnes(within));
  const areFew = concepts.size <= Math.min(MAX_NAMED_CONCEPTS, thesaurus.size / 2);
  return areFew ? Array.from(concepts, thesaurus.uri) : [];
}
