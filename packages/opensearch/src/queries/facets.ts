/** Facet counts by aggregations; each facet ignores its own selection, as in the embedded engine. */
import type { FacetRequest, FacetResult } from '@semantic-search/engine';
import {
  conceptValues,
  type FacetSource,
  type LabeledRange,
  literalValues,
  rangeBuckets,
  rangeValues,
} from '@semantic-search/engine/building-blocks';
import {
  type CountedValues,
  conceptAggregation,
  type FacetShare,
  facetShare,
  hasConcepts,
  hasLiterals,
  literalAggregation,
  type ValueCount,
} from '../indices/field-values.ts';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { type CompositeRequest, compositeAggregation } from './composite-aggregation.ts';
import { conceptCounts } from './concept-counts.ts';
import { type Filters, facetSource, fieldOf, filterExcept, withFilter } from './filters.ts';

export interface FacetCounts {
  facetQuery: FacetRequest;
  source: FacetSource;
  ranges: LabeledRange[];
}

/** Resolves facets and their ranges; undefined for unknown facets. */
export function facetCounts(
  facetQueries: FacetRequest[],
  target: QueryTarget,
): Promise<(FacetCounts | undefined)[]> {
  return Promise.all(
    facetQueries.map(async (facetQuery) => {
      const source = facetSource(facetQuery.field, target.indexVersion);
      if (!source) return undefined;
      const ranges = source.kind === 'number' ? await rangesOf(source, facetQuery.limit, target) : [];
      return { facetQuery, source, ranges };
    }),
  );
}

export function facetAggregations(
  counts: (FacetCounts | undefined)[],
  filters: Filters,
  indexVersion: IndexVersion,
) {
  const entries = counts.flatMap((count, i) => {
    if (!count) return [];
    const filter = filterExcept(filters, count.source.facet.field);
    const counted = values(count, indexVersion, facetShare(counts.length, indexVersion.counting));
    return [[`facet-${i}`, filter ? { filter, aggs: { values: counted } } : counted]];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

function values(
  { facetQuery, source, ranges }: FacetCounts,
  { thesaurus: { thesaurus } }: IndexVersion,
  share: FacetShare,
): object {
  if (source.kind === 'concept') return conceptAggregation(facetQuery, source.tree, thesaurus, share);
  if (source.kind === 'literal') return literalAggregation(fieldOf(source), facetQuery, share);
  return ranges.length === 0
    ? { terms: { field: fieldOf(source) } }
    : { range: { field: fieldOf(source), ranges: ranges.map(({ from, to }) => ({ from, to })) } };
}

/** Query without the selections, the selections, and the aggregations of the search response. */
export interface Counted {
  query: object;
  filters: Filters;
  aggregations: Record<string, unknown>;
}

export function facetAnswers(
  counts: (FacetCounts | undefined)[],
  { query, filters, aggregations }: Counted,
  target: QueryTarget,
  language: string | undefined,
): Promise<FacetResult[]> {
  const { indexVersion } = target;
  const share = facetShare(counts.length, indexVersion.counting);
  const { thesaurus } = indexVersion.thesaurus;
  return Promise.all(
    counts.map(async (count, i) => {
      if (!count) return { field: null, values: [] };
      const { facetQuery, source, ranges } = count;
      const aggregation = aggregations[`facet-${i}`] as CountedValues | { values: CountedValues };
      const counted = 'values' in aggregation ? aggregation.values : aggregation;
      const { field } = source.facet;
      const passing = withFilter(query, filterExcept(filters, field));
      if (source.kind === 'concept') {
        const complete = hasConcepts(counted, facetQuery, source.tree) ? counted.buckets : undefined;
        const numbers = await conceptCounts(complete, passing, target);
        return {
          field,
          values: conceptValues(facetQuery, { tree: source.tree, counts: numbers, thesaurus, language }),
        };
      }
      if (source.kind === 'number') {
        const numbers = Uint32Array.from(counted.buckets, ({ doc_count }) => doc_count);
        return { field, values: rangeValues(facetQuery, ranges, numbers) };
      }
      const request = { field: fieldOf(source), query: passing, maxValues: share.maxValues };
      const isEnough = hasLiterals(counted, facetQuery, share);
      const some = isEnough ? counted.buckets : await compositeAggregation(request, target);
      const literals = facetQuery.includeEmpty ? await withEmpty(some, request, target) : some;
      const numbers = Uint32Array.from(literals, ({ doc_count }) => doc_count);
      return {
        field,
        values: literalValues(facetQuery, numbers, { label: (value) => literals[value]!.key }),
      };
    }),
  );
}

/**
 * Adds values with count 0 from a full count. `min_doc_count: 0` would also return values of deleted documents until
 * their segments are merged.
 */
async function withEmpty(
  some: ValueCount[],
  { field, maxValues }: CompositeRequest,
  target: QueryTarget,
): Promise<ValueCount[]> {
  const all = await memoize(target, `values ${field}`, (shared) =>
    compositeAggregation({ field, query: { match_all: {} }, maxValues }, shared),
  );
  const counted = new Set(some.map(({ key }) => key));
  return [...some, ...all.filter(({ key }) => !counted.has(key)).map(({ key }) => ({ key, doc_count: 0 }))];
}

/** Ranges over all documents of the space, so that they do not change with selections. */
async function rangesOf(
  source: Extract<FacetSource, { kind: 'number' }>,
  limit: number,
  target: QueryTarget,
): Promise<LabeledRange[]> {
  const field = fieldOf(source);
  const aggs = { least: { min: { field } }, most: { max: { field } } };
  const bounds = await memoize(target, `bounds ${field}`, (shared) =>
    searchDocuments(shared, { size: 0, aggs }),
  );
  const { least, most } = bounds.aggregations as Record<'least' | 'most', { value: number | null }>;
  if (least.value === null || most.value === null) return [];
  return rangeBuckets(least.value, most.value, source.attribute.kind, limit);
}
