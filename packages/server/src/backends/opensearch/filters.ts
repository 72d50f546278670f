/** Facet selections, exclusions and the date range as filters of the query DSL. */
import {
  type FacetSelection,
  type FacetSource,
  type FacetValue,
  facetOrThrow,
  type SearchQuery,
} from '@semantic-search/engine';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { fieldName } from './index-document.ts';
import type { IndexVersion } from './index-versions.ts';

export interface Filters {
  /** Keyed by facet field. */
  selected: Map<string, object>;
  /** Filters that always apply: exclusions and the date range. */
  always: object[];
}

/** Rejects with `unknown-facet`. */
export function facetSource(reference: string, { attributes, thesaurus }: IndexVersion): FacetSource {
  return facetOrThrow(reference, { attributes, thesaurus: thesaurus.thesaurus });
}

export function filtersOf(
  { selected, excluded, dateRange }: Pick<SearchQuery, 'selected' | 'excluded' | 'dateRange'>,
  indexVersion: IndexVersion,
): Filters {
  const left = [...mergeSelections(excluded, indexVersion).values()];
  const always: object[] = left.length > 0 ? [{ bool: { must_not: left } }] : [];
  if (dateRange) always.push({ range: { date: bounds(dateRange) } });
  return { selected: mergeSelections(selected, indexVersion), always };
}

/** Filter of all selections except those in `field`; undefined if nothing is left. */
export function filterExcept({ selected, always }: Filters, field?: string): object | undefined {
  const others = [...selected].filter(([each]) => each !== field).map(([, filter]) => filter);
  const filter = [...always, ...others];
  return filter.length > 0 ? { bool: { filter } } : undefined;
}

export function withFilter(query: object, filter: object | undefined): object {
  return filter ? { bool: { must: [query], filter: [filter] } } : query;
}

/** Merges the selections of each facet: its values are alternatives (OR). */
function mergeSelections(selections: FacetSelection[], indexVersion: IndexVersion): Map<string, object> {
  const values = new Map<string, { source: FacetSource; values: FacetValue[] }>();
  for (const { field, values: selectedValues } of selections) {
    if (selectedValues.length === 0) continue;
    const source = facetSource(field, indexVersion);
    const known = values.get(source.facet.field);
    if (known) known.values.push(...selectedValues);
    else values.set(source.facet.field, { source, values: [...selectedValues] });
  }
  return new Map(
    [...values].map(([field, { source, values: selectedValues }]) => [
      field,
      anyValue(source, selectedValues, indexVersion.thesaurus.thesaurus),
    ]),
  );
}

function anyValue(source: FacetSource, values: FacetValue[], thesaurus: Thesaurus): object {
  if (source.kind === 'concept') {
    const meant = values.flatMap((value) => ('concept' in value ? [thesaurus.resolve(value.concept)] : []));
    return {
      terms: { about: meant.flatMap((concept) => (concept === undefined ? [] : [thesaurus.uri(concept)])) },
    };
  }
  const field = fieldOf(source);
  if (source.kind === 'literal') {
    return { terms: { [field]: values.flatMap((value) => ('literal' in value ? [value.literal] : [])) } };
  }
  const ranges = values.flatMap((value) => ('from' in value ? [{ range: { [field]: bounds(value) } }] : []));
  return ranges.length === 0 ? { match_none: {} } : { bool: { should: ranges, minimum_should_match: 1 } };
}

/** Index field of an attribute. */
export function fieldOf(source: Exclude<FacetSource, { kind: 'concept' }>): string {
  return `${source.kind === 'literal' ? 'literals' : 'numbers'}.${fieldName(source.attribute.name)}`;
}

function bounds({
  from,
  to,
  toExclusive,
}: {
  from: number | null;
  to: number | null;
  toExclusive?: boolean;
}) {
  return { ...(from !== null && { gte: from }), ...(to !== null && { [toExclusive ? 'lt' : 'lte']: to }) };
}
