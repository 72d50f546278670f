/** Selections as filters: what a document must pass, facet by facet. */
import {
  type FacetSelection,
  type FacetSource,
  type FacetValue,
  facetOrThrow,
  type SearchQuery,
  type Thesaurus,
} from '@semantic-search/engine';
import { fieldName } from './index-document.ts';
import type { IndexVersion } from './index-versions.ts';

export interface Filters {
  /** By the field of the facet. */
  selected: Map<string, object>;
  /** Of no facet: what is excluded, and the date range. */
  always: object[];
}

/** Rejects with `unknown-facet`. */
export function sourceOf(reference: string, { attributes, thesaurus }: IndexVersion): FacetSource {
  return facetOrThrow(reference, { attributes, thesaurus: thesaurus.thesaurus });
}

export function filtersOf(
  { selected, excluded, dateRange }: Pick<SearchQuery, 'selected' | 'excluded' | 'dateRange'>,
  edition: IndexVersion,
): Filters {
  const left = [...joined(excluded, edition).values()];
  const always: object[] = left.length > 0 ? [{ bool: { must_not: left } }] : [];
  if (dateRange) always.push({ range: { date: bounds(dateRange) } });
  return { selected: joined(selected, edition), always };
}

/** What all but the selection in `field` let pass; undefined where that is everything. */
export function filterBut({ selected, always }: Filters, field?: string): object | undefined {
  const others = [...selected].filter(([each]) => each !== field).map(([, filter]) => filter);
  const filter = [...always, ...others];
  return filter.length > 0 ? { bool: { filter } } : undefined;
}

export function narrowed(query: object, filter: object | undefined): object {
  return filter ? { bool: { must: [query], filter: [filter] } } : query;
}

/** Selections of one facet are joined: its values are alternatives. */
function joined(selections: FacetSelection[], edition: IndexVersion): Map<string, object> {
  const values = new Map<string, { source: FacetSource; values: FacetValue[] }>();
  for (const { field, values: given } of selections) {
    if (given.length === 0) continue;
    const source = sourceOf(field, edition);
    const known = values.get(source.facet.field);
    if (known) known.values.push(...given);
    else values.set(source.facet.field, { source, values: [...given] });
  }
  return new Map(
    [...values].map(([field, { source, values: given }]) => [
      field,
      anyValue(source, given, edition.thesaurus.thesaurus),
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

/** The field of the index that an attribute is kept in. */
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
