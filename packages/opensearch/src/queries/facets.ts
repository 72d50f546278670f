/** Facet counts by aggregations; each facet ignores its own selection, as in the embedded engine. */
import type { FacetRequest, FacetResult } from '@semantic-search/engine';
import {
  conceptValues,
  type FacetSource,
  findFacet,
  type LabeledRange,
  literalValues,
  rangeBuckets,
  rangeValues,
} from '@semantic-search/engine/building-blocks';
import { type IndexVersion, memoize, type QueryTarget, searchDocuments } from '../indices/query-target.ts';
import { type CountedValues, isExact, valuesAggregation } from './facet-aggregations.ts';
import { type Filters, fieldOf, filterExcept, withFilter } from './filters.ts';
import { allValues, countsByConcept, type ValueCount } from './value-counts.ts';

/** Maximum number of values that the server counts for one facet; counting more would take too long. */
const MAX_FACET_VALUES = 500_000;

/** A facet of the search space; only a facet of numbers has ranges. */
type CountedFacet = { request: FacetRequest; source: FacetSource; ranges: LabeledRange[] };

/** Undefined for an unknown facet. */
type RequestedFacet = CountedFacet | undefined;

export function countedFacets(requests: FacetRequest[], target: QueryTarget): Promise<RequestedFacet[]> {
  return Promise.all(
    requests.map(async (request) => {
      const source = findFacet(request.field, target.indexVersion);
      if (!source) return undefined;
      const ranges = source.kind === 'number' ? await rangesOf(source, request.limit, target) : [];
      return { request, source, ranges };
    }),
  );
}

export function facetAggregations(
  facets: RequestedFacet[],
  filters: Filters,
  indexVersion: IndexVersion,
): Record<string, object> {
  const entries = facets.flatMap((facet, i) => {
    if (!facet) return [];
    const { request, source, ranges } = facet;
    const filter = filterExcept(filters, source.facet.field);
    const field = fieldOf(source);
    // OpenSearch rejects an empty list of ranges; then no document has the attribute.
    const bounds = ranges.map(({ from, to }) => ({ from, to }));
    const inRanges = bounds.length > 0 ? { range: { field, ranges: bounds } } : { terms: { field } };
    const values =
      source.kind === 'number' ? inRanges : valuesAggregation(request, source, indexVersion, facets.length);
    return [[`facet-${i}`, filter ? { filter, aggs: { values } } : values]];
  });
  return Object.fromEntries(entries);
}

/** A query without the selections, and the aggregations of its response. */
interface CountedQuery {
  query: object;
  filters: Filters;
  aggregations: Record<string, unknown>;
  /** Language of the labels. */
  language: string | undefined;
}

export function facetResults(facets: RequestedFacet[], countedQuery: CountedQuery, target: QueryTarget) {
  const { aggregations } = countedQuery;
  return Promise.all(
    facets.map(async (facet, i): Promise<FacetResult> => {
      if (!facet) return { field: null, values: [] };
      const aggregation = aggregations[`facet-${i}`] as CountedValues | { values: CountedValues };
      const counted = 'values' in aggregation ? aggregation.values : aggregation;
      const values = await facetValues(facet, counted, countedQuery, target);
      return { field: facet.source.facet.field, values };
    }),
  );
}

/** Values to show; counts all values if the aggregation may lack some of them. */
async function facetValues(
  { request, source, ranges }: CountedFacet,
  counted: CountedValues,
  { query, filters, language }: CountedQuery,
  target: QueryTarget,
): Promise<FacetResult['values']> {
  if (source.kind === 'number') return rangeValues(request, ranges, countsOf(counted.buckets));
  const { thesaurus } = target.indexVersion;
  const maxValues = source.kind === 'concept' ? thesaurus.size : MAX_FACET_VALUES;
  const forField = { field: fieldOf(source), maxValues };
  const filtered = withFilter(query, filterExcept(filters, source.facet.field));
  const buckets = isExact(counted, request, source)
    ? counted.buckets
    : await allValues({ ...forField, query: filtered }, target);
  if (source.kind === 'concept') {
    const counts = countsByConcept(buckets, thesaurus);
    return conceptValues(request, { tree: source.tree, counts, thesaurus, language });
  }
  const literals = request.includeEmpty ? await withEmpty(buckets, forField, target) : buckets;
  const label = (value: number) => literals[value]!.key;
  return literalValues(request, countsOf(literals), { label });
}

const countsOf = (buckets: ValueCount[]) => Uint32Array.from(buckets, ({ doc_count }) => doc_count);

/** Adds values with count 0. `min_doc_count: 0` would also return values of deleted documents, or outside the scope. */
async function withEmpty(
  used: ValueCount[],
  request: { field: string; maxValues: number },
  target: QueryTarget,
): Promise<ValueCount[]> {
  const all = await memoize(target, `values ${request.field}`, (shared) =>
    allValues({ ...request, query: { match_all: {} } }, shared),
  );
  const usedKeys = new Set(used.map(({ key }) => key));
  return [...used, ...all.filter(({ key }) => !usedKeys.has(key)).map(({ key }) => ({ key, doc_count: 0 }))];
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
