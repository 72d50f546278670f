/** Facet counter: adds up value counts over the matches, segment by segment. */

import type { SharedFloat64Array, SharedUint32Array } from '@semantic-search/query/collections';
import { getOrInsert } from '@semantic-search/query/util';
import type { CompactArray } from '../index/compact-array.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import type { LiteralColumn, NumberColumn } from '../index/segment.ts';
import { addUp, type Found } from './delta-counting.ts';
import type { LabelledRange } from './ranges.ts';

/** Adds to `counts`, by number of the value. */
export function countLiterals({ starts, values }: LiteralColumn, found: Found, counts: Uint32Array): void {
  addUp(found, values, counts, (documents, into, sign) => {
    if (starts === null) addSingle(values, documents, into, sign);
    else addRows(starts, values, documents, into, sign);
  });
}

/** Adds to `counts`, by index in `ranges`; a document counts once per range. */
export function countRanges(
  column: NumberColumn,
  { lists }: Found,
  ranges: readonly LabelledRange[],
  counts: Uint32Array,
): void {
  const { starts } = column;
  if (starts === null) {
    const codes = rangeCodes(column, ranges);
    for (const documents of lists) addCodes(codes, documents, counts);
  } else for (const documents of lists) addRanges(starts, column.values, documents, ranges, counts);
}

const codesOfColumns = new WeakMap<NumberColumn, { ranges: string; codes: Uint8Array }>();

/** Index of the range + 1 by document, 0 for none. Ranges stay the same for most questions. */
function rangeCodes(column: NumberColumn, ranges: readonly LabelledRange[]): Uint8Array {
  const wanted = ranges.map(({ label }) => label).join();
  let known = codesOfColumns.get(column);
  if (known?.ranges !== wanted) {
    const codes = Uint8Array.from(column.values, (value) => rangeOf(ranges, value) + 1);
    known = { ranges: wanted, codes };
    codesOfColumns.set(column, known);
  }
  return known.codes;
}

function addCodes(codes: Uint8Array, documents: Uint16Array, counts: Uint32Array): void {
  for (let i = 0; i < documents.length; i++) {
    const code = codes[documents[i]!]!;
    if (code !== 0) counts[code - 1]!++;
  }
}

function addRanges(
  starts: SharedUint32Array,
  values: SharedFloat64Array,
  documents: Uint16Array,
  ranges: readonly LabelledRange[],
  counts: Uint32Array,
): void {
  const last = new Int32Array(ranges.length).fill(-1);
  for (const document of documents) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) {
      const range = rangeOf(ranges, values[i]!);
      if (range < 0 || last[range] === document) continue;
      last[range] = document;
      counts[range]!++;
    }
  }
}

const extents = new WeakMap<SegmentReader, Map<number, [number, number] | null>>();

/** Smallest and largest value among the live documents of a part; null where there is none. */
export function extentOf(part: SegmentReader, column: NumberColumn): [number, number] | null {
  const known = getOrInsert(extents, part, () => new Map());
  return getOrInsert(known, column.attribute, () => readExtent(part, column));
}

function readExtent(part: SegmentReader, column: NumberColumn): [number, number] | null {
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < part.segment.size; i++) {
    if (part.deleted?.[i] === 1) continue;
    for (const value of valuesAt(column, i)) {
      if (value < smallest) smallest = value;
      if (value > largest) largest = value;
    }
  }
  return smallest <= largest ? [smallest, largest] : null;
}

function valuesAt({ starts, values }: NumberColumn, document: number): SharedFloat64Array {
  return starts === null
    ? values.subarray(document, document + 1)
    : values.subarray(starts[document], starts[document + 1]);
}

function rangeOf(ranges: readonly LabelledRange[], value: number): number {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const range = ranges[middle]!;
    if (value < range.from) high = middle - 1;
    else if (value >= range.to) low = middle + 1;
    else return value >= range.from ? middle : -1;
  }
  return -1;
}

function addRows(
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

/** With more values than this, or nearly as many as documents, or few of these, bringing the tables together costs more than it saves. */
const mostInTurns = 4096;
const fewestInTurns = 256;
const turns = [0, 1, 2, 3].map(() => new Uint32Array(mostInTurns + 1)) as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
];

function addSingle(values: CompactArray, documents: Uint16Array, counts: Uint32Array, sign: number): void {
  const isMany = documents.length >= fewestInTurns && documents.length > counts.length * 4;
  if (isMany && counts.length <= mostInTurns) {
    addInTurns(values, documents, counts, sign);
    return;
  }
  for (let i = 0; i < documents.length; i++) {
    const value = values[documents[i]!]!;
    if (value !== 0) counts[value - 1]! += sign;
  }
}

/** In four tables by turns: few values often follow themselves, and adding to a number waits for it to be written. */
function addInTurns(values: CompactArray, documents: Uint16Array, counts: Uint32Array, sign: number): void {
  const [first, second, third, fourth] = turns;
  const whole = documents.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    first[values[documents[i]!]!]!++;
    second[values[documents[i + 1]!]!]!++;
    third[values[documents[i + 2]!]!]!++;
    fourth[values[documents[i + 3]!]!]!++;
  }
  for (let i = whole; i < documents.length; i++) first[values[documents[i]!]!]!++;
  for (let value = 0; value < counts.length; value++) {
    const at = value + 1;
    counts[value]! += sign * (first[at]! + second[at]! + third[at]! + fourth[at]!);
  }
  for (const table of turns) table.fill(0, 0, counts.length + 1);
}
