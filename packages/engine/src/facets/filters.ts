/** Post-filter of a segment: matches that pass all selections, and those that fail exactly one. */

import type { SearchQuery } from '../api.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import { keptInRoom } from '../search/doc-id-arena.ts';
import type { Selection } from './facet-selections.ts';
import { markInRange, markSelected, passes as passesOfPart } from './filter-bitmaps.ts';

export interface Passing {
  part: SegmentReader;
  /** Documents that pass everything. */
  all: Uint16Array;
  /** By selection: documents that fail this one and no other. */
  but: Uint16Array[];
}

/** `excluded` selections and the date range belong to no facet: failing them is final. The answer is a copy. */
export function passing(
  part: SegmentReader,
  documents: Uint16Array,
  selected: Selection[],
  excluded: Selection[],
  dateRange: SearchQuery['dateRange'],
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
const first = new Uint16Array(MAX_SEGMENT_DOCS);
const second = new Uint16Array(MAX_SEGMENT_DOCS);

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
