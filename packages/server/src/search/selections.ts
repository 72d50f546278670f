/** Parses selected facet values of a request (docs/http-api.md#facets). */
import type { SelectedFacet } from '@semantic-search/contract';
import { type Facet, type FacetSelection, type FacetValue, parseRange } from '@semantic-search/engine';
import { ProblemError } from '../errors/problem.ts';

/** Finds a facet by URI or field. The planner needs nothing else of a space. */
export type FindFacet = (reference: string) => Facet | undefined;

export const ALL_CONCEPTS_FIELD = 'dyn_uri_all_concepts';

/**
 * Groups selected values by facet. Throws a 400 problem that names the invalid member: an unknown field, a concept
 * without a URI, a literal without a label, or an invalid range.
 */
export function planSelections(
  member: 'selectedFacets' | 'excludedFacets',
  selected: SelectedFacet[],
  findFacet: FindFacet,
): FacetSelection[] {
  const byField = new Map<string, FacetValue[]>();
  for (const [index, selection] of selected.entries()) {
    const { field = ALL_CONCEPTS_FIELD } = selection;
    const facet = findFacet(field);
    if (!facet) throw invalidMember(`${member}[${index}].field`, `The search space has no facet "${field}".`);
    const value = selectedValue(facet, selection);
    if (!value) throw invalidMember(`${member}[${index}]`, expectation[facet.kind]);
    byField.set(facet.field, [...(byField.get(facet.field) ?? []), value]);
  }
  return [...byField].map(([field, values]) => ({ field, values }));
}

const expectation: Record<Facet['kind'], string> = {
  concept: 'A value of a concept facet needs the URI of the concept as "value".',
  literal: 'A value of a literal facet needs its "label".',
  number: 'A range is its label, such as "10 – 100", or "[10 TO 100]" with * for an open end.',
  date: 'A range is its label, such as "1900 – 1949", or "[1900-01-01 TO *]" with * for an open end.',
};

function selectedValue(facet: Facet, { label, value }: SelectedFacet): FacetValue | undefined {
  if (facet.kind === 'concept') {
    const concept = conceptOf(facet, label, value);
    return concept ? { concept } : undefined;
  }
  const text = label || value;
  if (!text) return undefined;
  return facet.kind === 'literal' ? { literal: text } : parseRange(text, facet.kind);
}

/** Responses have the URI of `dyn_uri_all_concepts` values as label, so both orders are accepted (specification 2.3b). */
function conceptOf(facet: Facet, label: string | undefined, value: string | null | undefined) {
  if (facet.field !== ALL_CONCEPTS_FIELD) return value || undefined;
  return [value, label].find((text) => text && looksLikeUri(text));
}

const looksLikeUri = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s]+$/.test(text);

function invalidMember(key: string, message: string) {
  return new ProblemError('bad-request', message, { errors: [{ key, message }] });
}
