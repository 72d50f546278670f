/** Query state: text, selected facet values, page, order and dates, with pure functions over it. */
import type { ApiError } from '@semantic-search/client';
import type { Refiner, SearchRequest, SearchResponse, SelectedFacet } from '@semantic-search/contract';

/** A selected facet value with its facet. */
export type SelectedValue = SelectedFacet & { field: string };

/** The selection of a facet value. */
export const selectionOf = (
  field: string,
  { label, value }: Pick<Refiner, 'label' | 'value'>,
): SelectedValue => ({ field, label, ...(value && { value }) });

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

/** Aggregate field of all concepts: `label` is the URI and `value` the name (reference/http-api.md#facets). */
export const allConcepts = 'dyn_uri_all_concepts';

/** Whether the values of a facet field are ranges of numbers or days. */
export const isRange = (field: string): boolean => field.startsWith('dyn_flt_');

/** Whether the values of a facet field are concepts. */
export const isConceptFacet = (field: string): boolean => field.startsWith('dyn_uri_');

/** Facet of the date of the documents. */
export const dateFacet = 'dyn_flt_date';

/** The search request, without the members that equal those of the initial query. */
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

/** The display name of a value, and its URI if it is a concept; the aggregate field has them in swapped members. */
export function identify(field: string, { label = '', value }: Pick<Partial<Refiner>, 'label' | 'value'>) {
  if (field === allConcepts && value && /^\w+:/.test(label)) return { name: value, uri: label };
  return { name: label || (value ?? ''), uri: value ?? null };
}

/** Identity of a value within its facet: the concept, else the label. */
export const facetKey = (field: string, refiner: Pick<Partial<Refiner>, 'label' | 'value'>): string => {
  const { name, uri } = identify(field, refiner);
  return `${field} ${uri ?? name}`;
};

/** A query, and the latest response, which has the facets to look its selections up in. */
export interface QueryWithResponse {
  query: QueryState;
  response?: SearchResponse | undefined;
}

/** Moves a concept of the aggregate field, selected by a tag or suggestion, to the facet that contains it. */
export function inOwnFacet(selection: SelectedValue, { response }: QueryWithResponse): SelectedValue {
  const { name, uri } = identify(selection.field, selection);
  const groups = response?.facets ?? [];
  if (!uri || groups.some(({ field }) => field === selection.field)) return selection;
  const ownGroup = groups.find(({ facets }) => containsConcept(facets, uri));
  return ownGroup ? { field: ownGroup.field, label: name, value: uri } : selection;
}

/** The selected values without duplicates, each in its own facet if the response contains it. */
export function distinctSelections(state: QueryWithResponse): SelectedValue[] {
  const selections = state.query.selectedFacets.map((selection) => inOwnFacet(selection, state));
  const keys = selections.map((selection) => facetKey(selection.field, selection));
  return selections.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

/** Whether a value is among `refiners` or their descendants. */
export const containsConcept = (refiners: readonly Refiner[], uri: string | null): boolean =>
  refiners.some(({ value, children }) => value === uri || containsConcept(children ?? [], uri));

/** Whether the concept is selected in any facet. */
export const isSelected = ({ selectedFacets }: QueryState, uri: string): boolean =>
  selectedFacets.some((selection) => identify(selection.field, selection).uri === uri);

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
    const rejected = member === 'selectedFacets' ? query.selectedFacets[Number(index)] : undefined;
    if (rejected)
      repaired.selectedFacets = repaired.selectedFacets.filter((selection) =>
        inner ? selection.field !== rejected.field : selection !== rejected,
      );
    if (member === 'start' || member === 'sort' || member === 'dateRange')
      Object.assign(repaired, { [member]: initialQuery[member] });
  }
  return JSON.stringify(repaired) === JSON.stringify(query) ? undefined : repaired;
}

/** Label of a concept from each branch of the first facet with concepts. */
export function examplesOf({ facets }: Pick<SearchResponse, 'facets'>): string[] {
  const group = facets.find(({ field, facets: values }) => isConceptFacet(field) && values.length);
  return group ? group.facets.map((branch) => identify(group.field, narrowest(branch)).name) : [];
}

/** The most frequent concept without narrower ones; top concepts are too general as examples. */
function narrowest(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? narrowest(child) : refiner;
}
