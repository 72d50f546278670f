/** Term facets: counts the values of literal columns over the matches. */

import type { SharedUint32Array } from '@semantic-search/query/collections';
import type { CompactArray } from '../../index/compact-array.ts';
import type { SegmentReader } from '../../index/reader.ts';
import type { LiteralColumn } from '../../index/segment.ts';
import { countMatches, type SegmentMatches } from './delta-counting.ts';
import { type FacetScratch, MAX_INTERLEAVED_VALUES } from './facet-scratch.ts';

/** Adds to `counts`, by value number. */
export function countLiterals(
  { starts, values }: LiteralColumn,
  matches: SegmentMatches,
  counts: Uint32Array,
  scratch: FacetScratch,
): void {
  countMatches(matches, values, counts, scratch, (documents, into, sign) => {
    if (starts === null) countSingleValues(values, documents, into, sign, scratch);
    else countRows(starts, values, documents, into, sign);
  });
}

/** 1 by number for each of the `size` values of an attribute that a live document has. */
export function valuesInUse(readers: readonly SegmentReader[], attribute: number, size: number): Uint8Array {
  const used = new Uint8Array(size);
  for (const reader of readers) {
    const column = reader.segment.literals.find((each) => each.attribute === attribute);
    if (column) for (const value of reader.literalsInUse(column)) used[value] = 1;
  }
  return used;
}

function countRows(
  starts: SharedUint32Array,
  values: CompactArray,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
): void {
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const end = starts[document + 1]!;
    for (let j = starts[document]!; j < end; j++) counts[values[j]!]! += sign;
  }
}

/** For fewer documents, or for few documents per value, combining the tables costs more than they save. */
const MIN_INTERLEAVED_DOCS = 256;
const MIN_INTERLEAVED_DOCS_PER_VALUE = 4;

function countSingleValues(
  values: CompactArray,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  { interleaved }: FacetScratch,
): void {
  const isMany =
    documents.length >= MIN_INTERLEAVED_DOCS &&
    documents.length > counts.length * MIN_INTERLEAVED_DOCS_PER_VALUE;
  if (isMany && counts.length <= MAX_INTERLEAVED_VALUES) {
    countInterleaved(values, documents, counts, sign, interleaved);
    return;
  }
  for (let i = 0; i < documents.length; i++) {
    const value = values[documents[i]!]!;
    if (value !== 0) counts[value - 1]! += sign;
  }
}

/** Uses four tables in turn: with few values, consecutive increments of one counter would wait for each other. */
function countInterleaved(
  values: CompactArray,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  tables: FacetScratch['interleaved'],
): void {
  const [first, second, third, fourth] = tables;
  const end = documents.length & ~3;
  for (let i = 0; i < end; i += 4) {
    first[values[documents[i]!]!]!++;
    second[values[documents[i + 1]!]!]!++;
    third[values[documents[i + 2]!]!]!++;
    fourth[values[documents[i + 3]!]!]!++;
  }
  for (let i = end; i < documents.length; i++) first[values[documents[i]!]!]!++;
  for (let value = 0; value < counts.length; value++) {
    const at = value + 1;
    counts[value]! += sign * (first[at]! + second[at]! + third[at]! + fourth[at]!);
  }
  for (const table of tables) table.fill(0, 0, counts.length + 1);
}
