/**
 * Translation of a query to the body of a remote search. Pure functions.
 *
 * A single facet value becomes a search filter of the service. Filters cannot express alternatives and exclusions
 * unambiguously, so these become a native query in Lucene syntax.
 */
import type { Facet, FacetRequest, FacetSelection, FacetValue, SearchQuery } from '@semantic-search/engine';

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
  facetMinCount: number;
  maxFacetCount: number;
  documentFacets: string[];
  searchFacets: { field: string; facetMode: 'list' | 'tree' | 'aggregate' }[];
  searchFilters: SearchFilter[];
  sort?: { field: string; direction: 'ASC' | 'DESC' };
  nativeQuery?: string;
}

/** Parts of a query that restrict the documents. */
export type FilterCriteria = Pick<SearchQuery, 'input' | 'selected' | 'excluded' | 'dateRange'>;

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
  facets: FacetRequest[],
  kindOf: (field: string) => Facet['kind'],
  { searchSpaceId, locale, wordByWord }: RequestContext,
): SearchBody {
  const native = nativeQuery(criteria, kindOf);
  return {
    searchSpaceId,
    locale,
    start: 0,
    count: 0,
    facetMinCount: facets.some(({ includeEmpty }) => includeEmpty) ? 0 : 1,
    maxFacetCount: Math.max(1, ...facets.map(valuesNeeded)),
    documentFacets: [],
    searchFacets: facets.map(({ field, mode }) => ({ field, facetMode: facetModes[mode] })),
    searchFilters: [
      ...textFilters(criteria.input, wordByWord, locale),
      ...criteria.selected.flatMap(({ field, values }) => {
        const [value, ...others] = values;
        return value && others.length === 0 ? [{ field, value: filterValue(value, kindOf(field)) }] : [];
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
export function identifierClause(ids: string[]): string {
  return `identifier:(${ids.map(quoted).join(' OR ')})`;
}

/** Native clause that matches documents with any of these concepts. */
export function conceptsClause(field: string, uris: string[]): string {
  return `${fieldIn(field)}:(${uris.map(quoted).join(' OR ')})`;
}

function textFilters(input: string, wordByWord: boolean, language: string): SearchFilter[] {
  const text = input.trim();
  if (text === '') return [];
  if (!wordByWord) return [{ field: 'full_text_search', value: text, language }];
  return text.split(/\s+/).map((value) => ({ field: 'dyn_txt_content', value, language }));
}

function dateFilters(range: SearchQuery['dateRange']): SearchFilter[] {
  return range ? [{ field: 'date', value: rangeText({ from: range.from, to: range.to }, 'date') }] : [];
}

function nativeQuery(
  { selected, excluded }: FilterCriteria,
  kindOf: (field: string) => Facet['kind'],
): string {
  const clause = ({ field, values }: FacetSelection) =>
    `${fieldIn(field)}:(${values.map((value) => nativeValue(value, kindOf(field))).join(' OR ')})`;
  return [
    ...selected.filter(({ values }) => values.length > 1).map(clause),
    ...excluded.filter(({ values }) => values.length > 0).map((selection) => `-${clause(selection)}`),
  ].join(' AND ');
}

function filterValue(value: FacetValue, kind: Facet['kind']): string {
  if ('concept' in value) return value.concept;
  return 'literal' in value ? value.literal : rangeText(value, kind);
}

function nativeValue(value: FacetValue, kind: Facet['kind']): string {
  return 'from' in value ? rangeText(value, kind) : quoted(filterValue(value, kind));
}

/** Escapes special characters of Lucene syntax in an attribute name. */
const fieldIn = (field: string) => field.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** Inside quotes, only `"` and `\` are special. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** `[1 TO 2]` is inclusive, `[1 TO 2}` excludes the upper bound, `*` is unbounded. */
function rangeText(
  { from, to, toExclusive }: Extract<FacetValue, { from: unknown }>,
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
