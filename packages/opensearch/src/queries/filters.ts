/** Filters of the query DSL: facet selections, exclusions, hidden documents and the date range. */
import type { SearchQuery } from '@semantic-search/engine';
import {
  type FacetSource,
  selectionLookup,
  type TypedSelection,
  typedSelections,
} from '@semantic-search/engine/building-blocks';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { attributeField, documentKey } from '../indices/index-document.ts';
import type { IndexVersion } from '../indices/query-target.ts';

export interface Filters {
  /** Keyed by facet field. */
  selected: Map<string, object>;
  /** Filters that always apply: exclusions, hidden documents and the date range. */
  always: object[];
}

/** Throws `unknown-facet` or `invalid-facet-value`. */
export function filtersOf(query: SearchQuery, indexVersion: IndexVersion): Filters {
  const { dateRange, curation } = query;
  const excluded = selectionFilters(query, 'excluded', indexVersion).map(([, filter]) => filter);
  if (curation && curation.hidden.length > 0) excluded.push(withIds(curation.hidden));
  const always: object[] = excluded.length > 0 ? [{ bool: { must_not: excluded } }] : [];
  if (dateRange) always.push({ range: { date: bounds(dateRange) } });
  return { selected: new Map(selectionFilters(query, 'selected', indexVersion)), always };
}

export function withIds(ids: readonly string[]): object {
  return { ids: { values: ids.map(documentKey) } };
}

/** Filter of all selections except the selection of `field`; undefined if nothing is left. */
export function filterExcept({ selected, always }: Filters, field?: string): object | undefined {
  const others = [...selected].filter(([name]) => name !== field).map(([, selection]) => selection);
  const filter = [...always, ...others];
  return filter.length > 0 ? { bool: { filter } } : undefined;
}

export function withCondition(filters: Filters, condition: object): Filters {
  return { ...filters, always: [...filters.always, condition] };
}

export function withFilter(query: object, filter: object | undefined): object {
  return filter ? { bool: { must: [query], filter: [filter] } } : query;
}

function selectionFilters(
  query: SearchQuery,
  member: 'selected' | 'excluded',
  indexVersion: IndexVersion,
): [field: string, filter: object][] {
  return typedSelections(query, member, selectionLookup(indexVersion, query.language)).map((selection) => [
    selection.source.facet.field,
    anyValue(selection, indexVersion.thesaurus),
  ]);
}

/** Filter of documents with any of the selected values. */
export function anyValue({ source, values }: TypedSelection<FacetSource>, thesaurus: Thesaurus): object {
  const field = fieldOf(source);
  if (source.kind === 'number') {
    const ranges = values.flatMap((value) =>
      'from' in value ? [{ range: { [field]: bounds(value) } }] : [],
    );
    return ranges.length === 0 ? { match_none: {} } : { bool: { should: ranges, minimum_should_match: 1 } };
  }
  const terms = values.flatMap((value) => {
    if ('literal' in value) return source.kind === 'literal' ? [value.literal] : [];
    const concept = 'concept' in value ? thesaurus.resolve(value.concept) : undefined;
    return source.kind === 'concept' && concept !== undefined ? [thesaurus.uri(concept)] : [];
  });
  return { terms: { [field]: terms } };
}

/** Index field of the values. */
export function fieldOf(source: FacetSource): string {
  return source.kind === 'concept' ? 'about' : attributeField(source.attribute);
}

type Bounds = NonNullable<SearchQuery['dateRange']> & { toExclusive?: boolean };

function bounds({ from, to, toExclusive }: Bounds): object {
  return { ...(from !== null && { gte: from }), ...(to !== null && { [toExclusive ? 'lt' : 'lte']: to }) };
}
