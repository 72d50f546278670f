/** Query state: text, selected facets and paging, with pure functions over it. */
import type {
  FieldError,
  Refiner,
  SearchRequest,
  SearchResponse,
  SelectedFacet,
} from '@semantic-search/contract';

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

/** The search request: only members that differ from the initial query. */
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

/** The display name and the URI of a value; in the aggregate field, `label` is the URI and `value` the name. */
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
export function inOwnFacet(
  facet: SelectedValue,
  { response }: Pick<QueryWithResponse, 'response'>,
): SelectedValue {
  const { name, uri } = identify(facet.field, facet);
  const groups = response?.facets ?? [];
  const ownGroup =
    uri && !groups.some(({ field }) => field === facet.field)
      ? groups.find(({ facets }) => containsConcept(facets, uri))
      : undefined;
  return ownGroup ? { field: ownGroup.field, label: name, value: uri! } : facet;
}

/** The selected values without duplicates, each in its own facet if the response contains it. */
export const distinctSelections = (state: QueryWithResponse): SelectedValue[] =>
  state.query.selectedFacets
    .map((facet) => inOwnFacet(facet, state))
    .filter((selection, index, all) => all.findIndex((candidate) => isSame(selection, candidate)) === index);

const isSame = (first: SelectedValue, second: SelectedValue): boolean =>
  facetKey(first.field, first) === facetKey(second.field, second);

/** Whether a value is among `refiners` or their descendants. */
export const containsConcept = (refiners: readonly Refiner[], uri: string | null): boolean =>
  refiners.some(({ value, children }) => value === uri || containsConcept(children ?? [], uri));

/** Whether the concept is selected in any facet. */
export const isSelected = ({ selectedFacets }: QueryState, concept: string): boolean =>
  selectedFacets.some((facet) => identify(facet.field, facet).uri === concept);

export const noFilters = { selectedFacets: [], dateRange: initialQuery.dateRange };

/** Number of active filters. */
export const activeFilterCount = ({ selectedFacets, dateRange }: QueryState): number =>
  selectedFacets.length + (dateRange.from || dateRange.to ? 1 : 0);

/** Results per request. */
export const MAX_PAGE_SIZE = 100;

/** Characters of a search that a visitor types, as in the contract. */
export const MAX_TYPED_CHARACTERS = 1000;

/** Characters of a text for which concepts are suggested, as in the contract. */
export const MAX_FRAGMENT_CHARACTERS = 200;

/** The query without the filters that the service rejected; undefined if none of them can be removed. */
export function dropInvalidFilters(query: QueryState, faults: readonly FieldError[]): QueryState | undefined {
  const repaired = { ...query };
  let isMended = false;
  for (const { key } of faults.filter(Boolean)) {
    const [member, index, inner] = String(key).split(/[[\].]+/);
    const rejected = member === 'selectedFacets' && query.selectedFacets[Number(index)];
    const isRejected = (facet: SelectedValue) =>
      rejected && (inner ? facet.field === rejected.field : facet === rejected);
    if (rejected) repaired.selectedFacets = repaired.selectedFacets.filter((facet) => !isRejected(facet));
    else if (member === 'start') repaired.start = 0;
    else if (member === 'sort') repaired.sort = initialQuery.sort;
    else if (member === 'dateRange') repaired.dateRange = initialQuery.dateRange;
    else continue;
    isMended = true;
  }
  return isMended && JSON.stringify(repaired) !== JSON.stringify(query) ? repaired : undefined;
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

/** The URL of an image if it is https, an image `data:` URL, or a path on the service at `service`. */
export function safeImage(image: string | null, service?: string): string | undefined {
  if (image?.startsWith('/')) return service && service.replace(/\/{1,9}$/, '') + image;
  return image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image) ? image : undefined;
}

/** The link if it is an http or https URL; undefined otherwise. */
export const safeLink = (link: string): string | undefined =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
