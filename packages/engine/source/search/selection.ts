/** Which documents of a part pass the selections of a question, and which fail only one of them. */

import type { FacetSource } from '../facets/facets.ts';
import type { Part } from '../index/generation.ts';
import { largestSegment } from '../index/segment.ts';
import type { FacetSelection, FacetValue, SearchQuestion } from '../questions.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { keptInRoom } from './document-room.ts';
import { type NumberRange, NumberRanges } from './number-ranges.ts';
import { markInRange, markSelected, passes as passesOfPart } from './selection-marks.ts';

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

export interface Passing {
  part: Part;
  /** Documents that pass everything. */
  all: Uint16Array;
  /** By selection: documents that fail this one and no other. */
  but: Uint16Array[];
}

/** `excluded` selections and the date range belong to no facet: failing them is final. The answer is a copy. */
export function passing(
  part: Part,
  documents: Uint16Array,
  selected: Selection[],
  excluded: Selection[],
  dateRange: SearchQuestion['dateRange'],
): Passing {
  let all: Uint16Array = keptInRoom(documents);
  if (dateRange) {
    markInRange(part, all, dateRange);
    all = split(all).passing;
  }
  for (const selection of excluded) {
    markSelected(part, selection, all);
    all = split(all).failing;
  }
  const considered = all;
  let but: Uint16Array[] = [];
  for (const selection of selected) {
    markSelected(part, selection, considered);
    const { passing: still, failing } = split(all);
    but = [...but.map((list) => split(list).passing), failing];
    all = still;
  }
  return { part, all, but };
}

// Scratch, used up before the next list is split.
const first = new Uint16Array(largestSegment);
const second = new Uint16Array(largestSegment);

/** By what is marked. Without a branch, which could not be foreseen. */
function split(documents: Uint16Array): { passing: Uint16Array; failing: Uint16Array } {
  // What is imported is looked up each time that it is used.
  const passes = passesOfPart;
  let kept = 0;
  let left = 0;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const isPassing = passes[document]!;
    first[kept] = document;
    second[left] = document;
    kept += isPassing;
    left += 1 - isPassing;
  }
  return { passing: keptInRoom(first, kept), failing: keptInRoom(second, left) };
}
