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
): SelectedValue => ({
  field,
  label,
  ...(value && { value }),
});

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
    // By relevance without a direction is the first order of the configuration.
    ...((sort.field !== 'relevance' || sort.direction) && { sort }),
    ...((from || to) && { dateRange: { from: from || null, to: to || null } }),
    ...(language && { language }),
  };
}

/** The display name and the URI of a value; the aggregate field has them the other way round. */
export function identify(field: string, { label = '', value }: Pick<Partial<Refiner>, 'label' | 'value'>) {
  if (field === allConcepts && value && /^\w+:/.test(label)) return { name: value, uri: label };
  return { name: label || (value ?? ''), uri: value ?? null };
}

/** Identity of a value within its facet: the concept, else the label. */
export const facetKey = (field: string, of: Pick<Partial<Refiner>, 'label' | 'value'>): string => {
  const { name, uri } = identify(field, of);
  return `${field} ${uri ?? name}`;
};

/** A query, and a response that contains its facets. */
export interface QueryWithResponse {
  query: QueryState;
  response?: SearchResponse | undefined;
}

/** Moves a concept of the aggregate field, as from a tag or suggestion, to the facet that contains it. */
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
    .filter((one, index, all) => all.findIndex((other) => isSame(one, other)) === index);

const isSame = (one: SelectedValue, other: SelectedValue): boolean =>
  facetKey(one.field, one) === facetKey(other.field, other);

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

/** Length of a text that a visitor types. */
export const MAX_TYPED_CHARACTERS = 1000;

/** Length of the text for which concepts are suggested. */
export const MAX_SEARCH_STRING_LENGTH = 200;

/** The query without the filters that the service rejected; undefined if none of them can be removed. */
export function dropInvalidFilters(query: QueryState, faults: readonly FieldError[]): QueryState | undefined {
  const next = { ...query };
  let isMended = false;
  for (const { key } of faults.filter(Boolean)) {
    const [member, index, part] = String(key).split(/[[\].]+/);
    const fault = member === 'selectedFacets' && query.selectedFacets[Number(index)];
    const isGone = (facet: SelectedValue) => fault && (part ? facet.field === fault.field : facet === fault);
    if (fault) next.selectedFacets = next.selectedFacets.filter((facet) => !isGone(facet));
    else if (member === 'start') next.start = 0;
    else if (member === 'sort') next.sort = initialQuery.sort;
    else if (member === 'dateRange') next.dateRange = initialQuery.dateRange;
    else continue;
    isMended = true;
  }
  return isMended && JSON.stringify(next) !== JSON.stringify(query) ? next : undefined;
}

/** Label of a concept from each branch of the first facet with concepts. */
export function examplesOf({ facets }: Pick<SearchResponse, 'facets'>): string[] {
  const group = facets.find(({ field, facets }) => isConceptFacet(field) && facets.length);
  return group ? group.facets.map((branch) => identify(group.field, narrowest(branch)).name) : [];
}

/** The most frequent narrowest concept; top concepts describe a search space badly. */
function narrowest(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? narrowest(child) : refiner;
}

/** Only https URLs, data URLs of images, and paths on the service with the URL `service`. */
export const safeImage = (image: string | null, service?: string): string | undefined =>
  image?.[0] === '/'
    ? service && service.replace(/\/{1,9}$/, '') + image
    : image && /^(https:\/\/|data:image\/(png|jpeg|webp|svg\+xml)[;,])/i.test(image)
      ? image
      : undefined;

/** Only http and https. */
export const safeLink = (link: string): string | undefined =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol) ? link : undefined;
