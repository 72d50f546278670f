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
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/index-versions.ts';
import { compositeAggregation } from './composite-aggregation.ts';
import { countsByConcept } from './concept-counts.ts';
import { type CountedValues, isExact, type ValueCount, valuesAggregation } from './facet-values.ts';
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
): Record<string, object> {
  const entries = counts.flatMap((count, i) => {
    if (!count) return [];
    const { facetQuery, source, ranges } = count;
    const filter = filterExcept(filters, source.facet.field);
    const values =
      source.kind === 'number'
        ? rangesAggregation(fieldOf(source), ranges)
        : valuesAggregation(facetQuery, source, indexVersion, counts.length);
    return [[`facet-${i}`, filter ? { filter, aggs: { values } } : values]];
  });
  return Object.fromEntries(entries);
}

function rangesAggregation(field: string, ranges: LabeledRange[]): object {
  // OpenSearch rejects an empty list of ranges; then no document has the attribute.
  if (ranges.length === 0) return { terms: { field } };
  return { range: { field, ranges: ranges.map(({ from, to }) => ({ from, to })) } };
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
  const { maxFacetValues, thesaurus: indexed } = target.indexVersion;
  const { thesaurus } = indexed;
  return Promise.all(
    counts.map(async (count, i) => {
      if (!count) return { field: null, values: [] };
      const { facetQuery, source, ranges } = count;
      const aggregation = aggregations[`facet-${i}`] as CountedValues | { values: CountedValues };
      const counted = 'values' in aggregation ? aggregation.values : aggregation;
      const { field } = source.facet;
      if (source.kind === 'number') {
        const numbers = Uint32Array.from(counted.buckets, ({ doc_count }) => doc_count);
        return { field, values: rangeValues(facetQuery, ranges, numbers) };
      }
      const isConcept = source.kind === 'concept';
      const maxValues = isConcept ? thesaurus.size : maxFacetValues;
      const request = { field: fieldOf(source), maxValues };
      const passing = withFilter(query, filterExcept(filters, field));
      const buckets = isExact(counted, facetQuery, source)
        ? counted.buckets
        : await compositeAggregation({ ...request, query: passing }, target);
      if (isConcept) {
        const { tree } = source;
        const numbers = countsByConcept(buckets, thesaurus);
        return { field, values: conceptValues(facetQuery, { tree, counts: numbers, thesaurus, language }) };
      }
      const literals = facetQuery.includeEmpty ? await withEmpty(buckets, request, target) : buckets;
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
  request: { field: string; maxValues: number },
  target: QueryTarget,
): Promise<ValueCount[]> {
  const all = await memoize(target, `values ${request.field}`, (shared) =>
    compositeAggregation({ ...request, query: { match_all: {} } }, shared),
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
