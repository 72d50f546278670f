/** Values of facets: their identity, their selections, and concepts among them. Pure functions. */
import type { Refiner, SearchResponse, SelectedFacet } from '@semantic-search/contract';

/** A selected facet value with its facet. */
export type SelectedValue = SelectedFacet & { field: string };

/** The selection of a facet value. */
export const selectionOf = (
  field: string,
  { label, value }: Pick<Refiner, 'label' | 'value'>,
): SelectedValue => ({ field, label, ...(value && { value }) });

/** Aggregate field of all concepts: `label` is the URI and `value` the name (reference/http-api.md#facets). */
export const allConcepts = 'dyn_uri_all_concepts';

/** Whether the values of a facet field are ranges of numbers or days. */
export const isRange = (field: string): boolean => field.startsWith('dyn_flt_');

/** Whether the values of a facet field are concepts. */
export const isConceptFacet = (field: string): boolean => field.startsWith('dyn_uri_');

/** Facets of the date and of the language tag of the documents. */
export const dateFacet = 'dyn_flt_date';
export const languageFacet = 'dyn_lit_language';

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

/** Selected values, and the latest response, which has the facets to look them up in. */
export interface SelectionContext {
  query: { selectedFacets: SelectedValue[] };
  response?: SearchResponse | undefined;
}

/** Moves a concept of the aggregate field, selected by a tag or suggestion, to the facet that contains it. */
export function inOwnFacet(selection: SelectedValue, { response }: SelectionContext): SelectedValue {
  const { name, uri } = identify(selection.field, selection);
  const groups = response?.facets ?? [];
  if (!uri || groups.some(({ field }) => field === selection.field)) return selection;
  const ownGroup = groups.find(({ facets }) => containsConcept(facets, uri));
  return ownGroup ? { field: ownGroup.field, label: name, value: uri } : selection;
}

/** The selected values without duplicates, each in its own facet if the response contains it. */
export function distinctSelections(state: SelectionContext): SelectedValue[] {
  const selections = state.query.selectedFacets.map((selection) => inOwnFacet(selection, state));
  const keys = selections.map((selection) => facetKey(selection.field, selection));
  return selections.filter((_, index) => keys.indexOf(keys[index]!) === index);
}

/** Whether a value is among `refiners` or their descendants. */
export const containsConcept = (refiners: readonly Refiner[], uri: string | null): boolean =>
  refiners.some(({ value, children }) => value === uri || containsConcept(children ?? [], uri));

/** Whether the concept is selected in any facet. */
export const isSelected = ({ selectedFacets }: SelectionContext['query'], uri: string): boolean =>
  selectedFacets.some((selection) => identify(selection.field, selection).uri === uri);

/** The label of one concept from each branch of the first facet that has concepts. */
export function examplesOf({ facets }: Pick<SearchResponse, 'facets'>): string[] {
  const group = facets.find(({ field, facets: values }) => isConceptFacet(field) && values.length);
  return group ? group.facets.map((branch) => identify(group.field, narrowest(branch)).name) : [];
}

/** The most frequent concept without narrower ones; top concepts are too general as examples. */
function narrowest(refiner: Refiner): Refiner {
  const child = refiner.children?.[0];
  return child ? narrowest(child) : refiner;
}

/** The selection as a URL parameter: `field|label|value`, with escaped separators. */
export const writeFacet = ({ field, label, value }: SelectedValue): string =>
  [field, label ?? '', value ?? '']
    .map((part) => part.replaceAll('%', '%25').replaceAll('|', '%7C'))
    .join('|');

/** A list for `flatMap`, empty if the parameter names no facet. */
export function readFacet(parameter: string): SelectedValue[] {
  const [field, label, value] = parameter
    .split('|')
    .map((part) => part.replaceAll('%7C', '|').replaceAll('%25', '%'));
  return field ? [{ field, ...(label && { label }), ...(value && { value }) }] : [];
}
