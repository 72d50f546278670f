/**
 * From a question to the body of the remote search. Pure. One value of a facet is a search filter of the service;
 * alternatives and exclusions, for which the filters have no unambiguous form, go as a native query in Lucene syntax.
 */
import type { Facet, FacetQuestion, FacetSelection, FacetValue, SearchQuery } from '@semantic-search/engine';

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

/** What of a question narrows the documents. */
export type Narrowing = Pick<SearchQuery, 'input' | 'selected' | 'excluded' | 'dateRange'>;

export interface Dialect {
  searchSpaceId: string;
  locale: string;
  /** Before version 7 a text is one filter for each word. */
  wordByWord: boolean;
}

/** More values of a facet than this are not asked for. */
export const MAX_FACET_VALUES = 10_000;

const facetModes = { hierarchical: 'tree', flat: 'list', top: 'aggregate' } as const;

/** A body that counts `facets` over what `narrowing` leaves, and gives no documents. */
export function countingBody(
  narrowing: Narrowing,
  facets: FacetQuestion[],
  kindOf: (field: string) => Facet['kind'],
  { searchSpaceId, locale, wordByWord }: Dialect,
): SearchBody {
  const native = nativeQuery(narrowing, kindOf);
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
      ...textFilters(narrowing.input, wordByWord, locale),
      ...narrowing.selected.flatMap(({ field, values }) => {
        const [value, ...others] = values;
        return value && others.length === 0 ? [{ field, value: filterValue(value, kindOf(field)) }] : [];
      }),
      ...dateFilters(narrowing.dateRange),
    ],
    ...(native !== '' && { nativeQuery: native }),
  };
}

/** Only by count downwards are the first ones the service gives the first ones there are. */
function valuesNeeded({ sorting, order, limit }: FacetQuestion): number {
  return sorting === 'count' && order === 'desc' ? limit : MAX_FACET_VALUES;
}

export function sortOf({ field, direction }: SearchQuery['sort']): SearchBody['sort'] {
  if (field === 'relevance' && direction === 'desc') return undefined;
  return {
    field: field === 'relevance' ? 'score' : field,
    direction: direction === 'asc' ? 'ASC' : 'DESC',
  };
}

/** A native clause that holds for the documents of these ids. */
export function identifierClause(ids: string[]): string {
  return `identifier:(${ids.map(quoted).join(' OR ')})`;
}

/** A native clause that holds for the documents with one of these concepts. */
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

function nativeQuery({ selected, excluded }: Narrowing, kindOf: (field: string) => Facet['kind']): string {
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

/** Names of attributes have any character, and some have a meaning in Lucene syntax. */
const fieldIn = (field: string) => field.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** Inside quotes only these two have a meaning. */
const quoted = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`;

/** `[1 TO 2]` with both ends, `[1 TO 2}` without the second; `*` is open. */
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

const latest = 8.64e15;
/** Whole seconds are written without a fraction. Times beyond what a date can hold are its first or last. */
function instant(milliseconds: number): string {
  return new Date(Math.max(-latest, Math.min(latest, milliseconds))).toISOString().replace('.000Z', 'Z');
}
