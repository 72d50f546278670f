/** Facet selections of a query, resolved to value numbers. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { FacetSelection, FacetValue } from '../api.ts';
import type { FacetSource } from './facets.ts';
import { type NumberRange, NumberRanges } from './number-ranges.ts';

/** A selection with resolved values, which are alternatives. */
export interface Selection {
  source: FacetSource;
  selectedConcepts: number[];
  /** The selected concepts and all narrower ones. */
  concepts: Set<number>;
  /** 1 for each selected literal, by value number + 1. */
  literals: Uint8Array;
  ranges: NumberRanges;
}

/** Combines all selections of a facet into one. */
export function selectionsOf(
  selected: FacetSelection[],
  thesaurus: Thesaurus,
  find: (field: string) => FacetSource,
): Selection[] {
  const byField = new Map<string, { source: FacetSource; values: FacetValue[] }>();
  for (const { field, values } of selected) {
    if (values.length === 0) continue;
    const source = find(field);
    const previous = byField.get(source.facet.field)?.values ?? [];
    byField.set(source.facet.field, { source, values: [...previous, ...values] });
  }
  return [...byField.values()].map(({ source, values }) => selectionOf(source, values, thesaurus));
}

function selectionOf(source: FacetSource, values: FacetValue[], thesaurus: Thesaurus): Selection {
  const selectedConcepts: number[] = [];
  const concepts = new Set<number>();
  const literals = new Uint8Array(source.kind === 'literal' ? source.attribute.values.size + 1 : 0);
  const ranges: NumberRange[] = [];
  for (const value of values) {
    if ('concept' in value) {
      const concept = thesaurus.resolve(value.concept);
      if (concept === undefined) continue;
      selectedConcepts.push(concept);
      concepts.add(concept);
      for (const narrower of thesaurus.descendants(concept)) concepts.add(narrower);
    } else if ('literal' in value) {
      const number = source.kind === 'literal' ? source.attribute.values.find(value.literal) : -1;
      if (number >= 0) literals[number + 1] = 1;
    } else {
      const { from, to, toExclusive = false } = value;
      ranges.push({ from: from ?? -Infinity, to: to ?? Infinity, toExclusive });
    }
  }
  return { source, selectedConcepts, concepts, literals, ranges: new NumberRanges(ranges) };
}
