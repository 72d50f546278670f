/** Facet selections of a query, resolved to value numbers. */

import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { FacetSelection, FacetValue } from '../api.ts';
import type { FacetSource } from './facets.ts';
import { type NumberRange, NumberRanges } from './number-ranges.ts';

/** A selection with its values looked up. */
export interface Selection {
  source: FacetSource;
  /** Concepts chosen, and with all narrower ones. */
  chosen: number[];
  concepts: Set<number>;
  /** 1 for each literal chosen, by its number + 1. */
  literals: Uint8Array;
  ranges: NumberRanges;
}

/** Selections of one facet are joined: its values are alternatives. */
export function selectionsOf(
  selected: FacetSelection[],
  thesaurus: Thesaurus,
  find: (field: string) => FacetSource,
): Selection[] {
  const byField = new Map<string, { source: FacetSource; values: FacetValue[] }>();
  for (const { field, values } of selected) {
    if (values.length === 0) continue;
    const source = find(field);
    const known = byField.get(source.facet.field)?.values ?? [];
    byField.set(source.facet.field, { source, values: [...known, ...values] });
  }
  return [...byField.values()].map(({ source, values }) => selectionOf(source, values, thesaurus));
}

function selectionOf(source: FacetSource, values: FacetValue[], thesaurus: Thesaurus): Selection {
  const chosen: number[] = [];
  const concepts = new Set<number>();
  const literals = new Uint8Array(source.kind === 'literal' ? source.attribute.values.size + 1 : 0);
  const ranges: NumberRange[] = [];
  for (const value of values) {
    if ('concept' in value) {
      const concept = thesaurus.resolve(value.concept);
      if (concept === undefined) continue;
      chosen.push(concept);
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
  return { source, chosen, concepts, literals, ranges: new NumberRanges(ranges) };
}
