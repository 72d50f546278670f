/** Query state: text, selected facet values, page, order and dates, with pure functions over it. */
import type { ApiError } from '@semantic-search/client';
import type { SearchRequest } from '@semantic-search/contract';
import type { SelectedValue } from './facet-values.ts';

export interface QueryState {
  input: string;
  selectedFacets: SelectedValue[];
  start: number;
  sort: NonNullable<SearchRequest['sort']>;
  /** ISO dates; an empty string is an open bound. */
  dateRange: { from: string; to: string };
}

export const initialQuery: QueryState = {
  input: '',
  selectedFacets: [],
  start: 0,
  sort: { field: 'relevance' },
  dateRange: { from: '', to: '' },
};

export const isSameQuery = (first: QueryState, second: QueryState): boolean =>
  JSON.stringify(first) === JSON.stringify(second);

/** The search request, without the members that equal the initial query. */
export function requestOf(query: QueryState, language?: string): SearchRequest {
  const { input, selectedFacets, start, sort, dateRange } = query;
  const { from, to } = dateRange;
  return {
    ...(input && { input }),
    ...(selectedFacets.length && { selectedFacets }),
    ...(start && { start }),
    // Relevance without a direction stands for the default order of the configuration.
    ...((sort.field !== 'relevance' || sort.direction) && { sort }),
    ...((from || to) && { dateRange: { from: from || null, to: to || null } }),
    ...(language && { language }),
  };
}

/** The members of a query without filters. */
export const noFilters = { selectedFacets: [], dateRange: initialQuery.dateRange };

/** Number of active filters. */
export const activeFilterCount = ({ selectedFacets, dateRange }: QueryState): number =>
  selectedFacets.length + (dateRange.from || dateRange.to ? 1 : 0);

/** The query without the members that the service rejected; undefined if none of them can be reset. */
export function dropInvalidMembers(query: QueryState, errors: ApiError['errors']): QueryState | undefined {
  const repaired = { ...query };
  // The list comes from the service, or from a proxy before it.
  for (const { key } of errors.filter(Boolean)) {
    // `selectedFacets[0].field` means that the facet does not exist, `selectedFacets[0]` that the value is invalid.
    const [member, index, inner] = String(key).split(/[[\].]+/);
    const rejected = query.selectedFacets[Number(index)];
    const isKept = (value: SelectedValue) => (inner ? value.field !== rejected?.field : value !== rejected);
    if (member === 'selectedFacets') repaired.selectedFacets = repaired.selectedFacets.filter(isKept);
    else if (member === 'start' || member === 'sort' || member === 'dateRange')
      Object.assign(repaired, { [member]: initialQuery[member] });
  }
  return isSameQuery(repaired, query) ? undefined : repaired;
}
