/**
 * Translation of a query to the body of a remote search.
 *
 * A single facet value becomes a search filter of the service. Filters cannot express alternatives and exclusions
 * unambiguously, so these become a native query in Lucene syntax.
 */
import type { Facet, FacetRequest, SearchQuery, TypedValue } from '@semantic-search/engine';
import type { TypedSelection } from '@semantic-search/engine/building-blocks';

/** Body of a search request of the remote API. */
export interface SearchBody {
  start: number;
  count: number;
  facetMinCount?: number;
  maxFacetCount?: number;
  documentFacets: string[];
  searchFacets: { field: string; facetMode: 'list' | 'tree' | 'aggregate' }[];
  searchFilters: { field: string; value: string; language?: string }[];
  sort?: { field: string; direction: 'ASC' | 'DESC' };
  nativeQuery?: string;
}

/** Values of a facet that are alternatives. */
type FacetFilter = TypedSelection<{ facet: Facet }>;

/** Parts of a query that restrict the documents. */
export interface FilterCriteria extends Pick<SearchQuery, 'input' | 'dateRange'> {
  /** Selections, at most one per facet. */
  selected: FacetFilter[];
  excluded: FacetFilter[];
  /** IDs of the only documents to find; absent or empty for all documents. */
  only?: readonly string[];
  without?: readonly string[];
}

export interface CountedFacet {
  request: FacetRequest;
  facet: Facet;
}

export const MAX_FACET_VALUES = 10_000;

const facetModes = { hierarchical: 'tree', flat: 'list', top: 'aggregate' } as const;

/** Body of a search that counts facets over the filtered documents. */
export function countingBody(criteria: FilterCriteria, facets: CountedFacet[], language: string) {
  const native = nativeQuery(criteria);
  const input = criteria.input.trim();
  const { dateRange, selected } = criteria;
  const singleValues = selected.filter(({ values }) => values.length === 1);
  return {
    facetMinCount: facets.some(({ request }) => request.includeEmpty) ? 0 : 1,
    maxFacetCount: Math.max(1, ...facets.map(({ request }) => valuesNeeded(request))),
    searchFacets: facets.map(({ request, facet }) => ({
      field: facet.field,
      facetMode: facetModes[request.mode],
    })),
    searchFilters: [
      ...(input === '' ? [] : [{ field: 'full_text_search', value: input, language }]),
      ...singleValues.map(({ source: { facet }, values }) => ({
        field: facet.field,
        value: filterValue(values[0]!, facet.kind),
      })),
      ...(dateRange ? [{ field: 'date', value: rangeText(dateRange, 'date') }] : []),
    ],
    ...(native !== '' && { nativeQuery: native }),
  };
}

/** The service returns values by descending count; for any other order, all values are needed. */
function valuesNeeded({ sorting, order, limit }: FacetRequest): number {
  return sorting === 'count' && order === 'desc' ? limit : MAX_FACET_VALUES;
}

/** Sort parameters; empty for the default order of the service. */
export function sortOf({ field, direction }: SearchQuery['sort']): Pick<SearchBody, 'sort'> {
  if (field === 'relevance' && direction === 'desc') return {};
  const remoteField = field === 'relevance' ? 'score' : field;
  return { sort: { field: remoteField, direction: direction === 'asc' ? 'ASC' : 'DESC' } };
}

/** Native clause that matches documents with any of these values. */
export function documentsWith(field: string, values: readonly string[]): string {
  return anyOf(field, values.map(quoted));
}

/** `terms` are in Lucene syntax. */
const anyOf = (field: string, terms: string[]) => `${escapedField(field)}:(${terms.join(' OR ')})`;

/** Clauses of the ids, of the exclusions, and of the selections with at least `minValues` values. */
export function nativeQuery(
  { selected, excluded, only = [], without = [] }: Omit<FilterCriteria, 'input' | 'dateRange'>,
  minValues = 2,
): string {
  const clause = ({ source: { facet }, values }: FacetFilter) => {
    const terms = values.map((value) => nativeValue(value, facet.kind));
    return anyOf(facet.field, terms);
  };
  return [
    ...selected.filter(({ values }) => values.length >= minValues).map(clause),
    ...excluded.map((filter) => `-${clause(filter)}`),
    ...(only.length > 0 ? [documentsWith('identifier', only)] : []),
    ...(without.length > 0 ? [`-${documentsWith('identifier', without)}`] : []),
  ].join(' AND ');
}

function filterValue(value: TypedValue, kind: Facet['kind']): string {
  if ('concept' in value) return value.concept;
  return 'literal' in value ? value.literal : rangeText(value, kind);
}

function nativeValue(value: TypedValue, kind: Facet['kind']): string {
  return 'from' in value ? rangeText(value, kind) : quoted(filterValue(value, kind));
}

/** Escapes special characters of Lucene syntax in an attribute name. */
const escapedField = (field: string) => field.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** Inside quotes, only `"` and `\` are special. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** `[1 TO 2]` is inclusive, `[1 TO 2}` excludes the upper bound, `*` is unbounded. */
function rangeText(
  { from, to, toExclusive }: { from: number | null; to: number | null; toExclusive?: boolean },
  kind: Facet['kind'],
): string {
  const bound = (value: number | null) => {
    if (value === null) return '*';
    return kind === 'date' ? instant(value) : String(value);
  };
  return `[${bound(from)} TO ${bound(to)}${toExclusive ? '}' : ']'}`;
}

/** Largest time of a `Date` (ECMA-262, 21.4.1.1). */
const MAX_DATE_MS = 8.64e15;

/** Instant as ISO 8601; omits zero milliseconds and clamps to the range of Date. */
function instant(milliseconds: number): string {
  const clamped = Math.max(-MAX_DATE_MS, Math.min(MAX_DATE_MS, milliseconds));
  return new Date(clamped).toISOString().replace('.000Z', 'Z');
}
