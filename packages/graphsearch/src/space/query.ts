/**
 * Translation of a query to the body of a remote search. Pure functions.
 *
 * A single facet value becomes a search filter of the service. Filters cannot express alternatives and exclusions
 * unambiguously, so these become a native query in Lucene syntax.
 */
import type { Facet, FacetRequest, SearchQuery, TypedValue } from '@semantic-search/engine';

export interface SearchFilter {
  field: string;
  value: string;
  language?: string;
}

export interface SearchBody {
  searchSpaceId: string;
  locale: string;
  start: number;
  count: number;
  facetMinCount?: number;
  maxFacetCount?: number;
  documentFacets: string[];
  searchFacets: { field: string; facetMode: 'list' | 'tree' | 'aggregate' }[];
  searchFilters: SearchFilter[];
  sort?: { field: string; direction: 'ASC' | 'DESC' };
  nativeQuery?: string;
}

/** Values of a facet that are alternatives. */
export interface FacetFilter {
  facet: Facet;
  values: TypedValue[];
}

/** Parts of a query that restrict the documents, with at most one filter per facet. */
export interface FilterCriteria extends Pick<SearchQuery, 'input' | 'dateRange'> {
  selected: FacetFilter[];
  excluded: FacetFilter[];
  /** Ids; absent or empty for any. */
  only?: readonly string[];
  without?: readonly string[];
}

export interface CountedFacet {
  request: FacetRequest;
  facet: Facet;
}

export interface RequestContext {
  searchSpaceId: string;
  locale: string;
  /** Versions before 7 need one filter per word. */
  wordByWord: boolean;
}

export const MAX_FACET_VALUES = 10_000;

const facetModes = { hierarchical: 'tree', flat: 'list', top: 'aggregate' } as const;

/** Body of a search that counts facets over the filtered documents and returns no documents. */
export function countingBody(
  criteria: FilterCriteria,
  facets: CountedFacet[],
  { searchSpaceId, locale, wordByWord }: RequestContext,
): SearchBody {
  const native = nativeQuery(criteria);
  return {
    searchSpaceId,
    locale,
    start: 0,
    count: 0,
    facetMinCount: facets.some(({ request }) => request.includeEmpty) ? 0 : 1,
    maxFacetCount: Math.max(1, ...facets.map(({ request }) => valuesNeeded(request))),
    documentFacets: [],
    searchFacets: facets.map(({ request, facet }) => ({
      field: facet.field,
      facetMode: facetModes[request.mode],
    })),
    searchFilters: [
      ...textFilters(criteria.input, { wordByWord, locale }),
      ...criteria.selected.flatMap(({ facet: { field, kind }, values }) => {
        const [value, ...others] = values;
        return value && others.length === 0 ? [{ field, value: filterValue(value, kind) }] : [];
      }),
      ...dateFilters(criteria.dateRange),
    ],
    ...(native !== '' && { nativeQuery: native }),
  };
}

/** The service returns values by descending count; for any other order, all values are needed. */
function valuesNeeded({ sorting, order, limit }: FacetRequest): number {
  return sorting === 'count' && order === 'desc' ? limit : MAX_FACET_VALUES;
}

export function sortOf({ field, direction }: SearchQuery['sort']): SearchBody['sort'] {
  if (field === 'relevance' && direction === 'desc') return undefined;
  return {
    field: field === 'relevance' ? 'score' : field,
    direction: direction === 'asc' ? 'ASC' : 'DESC',
  };
}

/** Native clause that matches documents by id. */
export function identifierClause(ids: readonly string[]): string {
  return `identifier:(${ids.map(quoted).join(' OR ')})`;
}

/** Native clause that matches documents with any of these concepts. */
export function conceptsClause(field: string, uris: string[]): string {
  return `${fieldIn(field)}:(${uris.map(quoted).join(' OR ')})`;
}

function textFilters(
  input: string,
  { wordByWord, locale: language }: Pick<RequestContext, 'wordByWord' | 'locale'>,
): SearchFilter[] {
  const text = input.trim();
  if (text === '') return [];
  if (!wordByWord) return [{ field: 'full_text_search', value: text, language }];
  return text.split(/\s+/).map((value) => ({ field: 'dyn_txt_content', value, language }));
}

function dateFilters(range: SearchQuery['dateRange']): SearchFilter[] {
  return range ? [{ field: 'date', value: rangeText({ from: range.from, to: range.to }, 'date') }] : [];
}

/** Clauses of the ids, of the exclusions, and of the selections with at least `minValues` values. */
export function nativeQuery(
  { selected, excluded, only = [], without = [] }: Omit<FilterCriteria, 'input' | 'dateRange'>,
  minValues = 2,
): string {
  const clause = ({ facet: { field, kind }, values }: FacetFilter) =>
    `${fieldIn(field)}:(${values.map((value) => nativeValue(value, kind)).join(' OR ')})`;
  return [
    ...selected.filter(({ values }) => values.length >= minValues).map(clause),
    ...excluded.map((filter) => `-${clause(filter)}`),
    ...(only.length > 0 ? [identifierClause(only)] : []),
    ...(without.length > 0 ? [`-${identifierClause(without)}`] : []),
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
const fieldIn = (field: string) => field.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** Inside quotes, only `"` and `\` are special. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** `[1 TO 2]` is inclusive, `[1 TO 2}` excludes the upper bound, `*` is unbounded. */
function rangeText(
  { from, to, toExclusive }: Extract<TypedValue, { from: unknown }>,
  kind: Facet['kind'],
): string {
  const bound = (value: number | null) => {
    if (value === null) return '*';
    return kind === 'date' ? instant(value) : String(value);
  };
  return `[${bound(from)} TO ${bound(to)}${toExclusive ? '}' : ']'}`;
}

const MAX_DATE_MS = 8.64e15;
/** ISO 8601; omits zero milliseconds and clamps to the range of Date. */
function instant(milliseconds: number): string {
  return new Date(Math.max(-MAX_DATE_MS, Math.min(MAX_DATE_MS, milliseconds)))
    .toISOString()
    .replace('.000Z', 'Z');
}
