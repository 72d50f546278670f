/** Counts the values of facets over the documents found, part by part. Counts add up, so parts need not be merged. */
import type { Part } from '../index/generation.ts';
import type { Narrow } from '../index/narrow.ts';
import { type Float64, type LiteralColumn, largestSegment, type NumberColumn } from '../index/segment.ts';
import type { Uint32 } from '../thesaurus/packed.ts';
import type { LabelledRange } from './ranges.ts';

/** Documents of a part that a facet is counted over. */
export interface Found {
  /** Disjoint. */
  lists: Uint16Array[];
  /** Where they are most of the part: the other documents, deleted ones included. Counting these costs less. */
  missing: Uint16Array | null;
}

/** Keeping the totals of smaller segments would cost more than it saves. */
const fewestToCountMissing = 64;

const isFound = new Uint8Array(largestSegment);

export function foundIn(part: Part, lists: Uint16Array[]): Found {
  const { size } = part.segment;
  const count = lists.reduce((sum, documents) => sum + documents.length, 0);
  if (size <= fewestToCountMissing || count * 2 <= size) return { lists, missing: null };
  isFound.fill(0, 0, size);
  for (const documents of lists) for (let i = 0; i < documents.length; i++) isFound[documents[i]!] = 1;
  const missing = new Uint16Array(size - count);
  // Without a branch, which could not be foreseen.
  for (let i = 0, at = 0; at < missing.length; i++) {
    missing[at] = i;
    at += 1 - isFound[i]!;
  }
  return { lists, missing };
}

/** Adds to `counts`, by number of the value. */
export function countLiterals(
  size: number,
  column: LiteralColumn,
  { lists, missing }: Found,
  counts: Uint32Array,
): void {
  const { starts, values } = column;
  const add = (documents: Uint16Array, sign: number) =>
    starts === null
      ? addSingle(values, documents, counts, sign)
      : addRows(starts, values, documents, counts, sign);
  if (missing) {
    addTotals(column, counts, () => countWhole(column, size));
    add(missing, -1);
  } else for (const documents of lists) add(documents, 1);
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
  starts: Uint32,
  values: Float64,
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

/** Smallest and largest value among the live documents of a part; undefined where there is none. */
export function extentOf(part: Part, column: NumberColumn): [number, number] | undefined {
  const known = extents.get(part)?.get(column.attribute);
  if (known !== undefined) return known ?? undefined;
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < part.segment.size; i++) {
    if (part.deleted?.[i] === 1) continue;
    for (const value of valuesAt(column, i)) {
      if (value < smallest) smallest = value;
      if (value > largest) largest = value;
    }
  }
  const extent: [number, number] | null = smallest <= largest ? [smallest, largest] : null;
  if (!extents.has(part)) extents.set(part, new Map());
  extents.get(part)!.set(column.attribute, extent);
  return extent ?? undefined;
}

const extents = new WeakMap<Part, Map<number, [number, number] | null>>();

function valuesAt({ starts, values }: NumberColumn, document: number): Float64 {
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

const totals = new WeakMap<object, Uint32Array>();

/** Counts over the whole segment, deleted documents included, made once for each column. */
export function addTotals(column: object, counts: Uint32Array, count: () => Uint32Array): void {
  let whole = totals.get(column);
  if (!whole) {
    whole = count();
    totals.set(column, whole);
  }
  for (let i = 0; i < whole.length; i++) counts[i]! += whole[i]!;
}

export function countAll(values: Narrow, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < values.length; i++) counts[values[i]!]!++;
  return counts;
}

function countWhole({ starts, values }: LiteralColumn, size: number): Uint32Array {
  let length = 0;
  for (let i = 0; i < values.length; i++) length = Math.max(length, values[i]! + 1);
  if (starts !== null) return countAll(values, length);
  const counts = new Uint32Array(length);
  for (let i = 0; i < size; i++) if (values[i] !== 0) counts[values[i]! - 1]!++;
  return counts;
}

/** Documents fewer than this share of all lie so far apart that reading them is mostly waiting for memory. */
const sparseShare = 1 / 8;

export function addRows(
  starts: Uint32,
  values: Narrow,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
): void {
  if (documents.length < (starts.length - 1) * sparseShare)
    addSparseRows(starts, values, documents, counts, sign);
  else addDenseRows(starts, values, documents, counts, sign);
}

function addDenseRows(
  starts: Uint32,
  values: Narrow,
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

const stretch = 128;
const begins = new Uint32Array(stretch);
const ends = new Uint32Array(stretch);
/** Only written, so that reading ahead is not left out as useless. */
const readAhead = new Uint32Array(1);

/** Reads the first and last value of the next rows before they are needed: memory is then waited for once, not for each. */
function addSparseRows(
  starts: Uint32,
  values: Narrow,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
): void {
  for (let from = 0; from < documents.length; from += stretch) {
    const length = Math.min(stretch, documents.length - from);
    for (let i = 0; i < length; i++) {
      begins[i] = starts[documents[from + i]!]!;
      ends[i] = starts[documents[from + i]! + 1]!;
    }
    let ahead = 0;
    for (let i = 0; i < length; i++) ahead += (values[begins[i]!] ?? 0) + (values[ends[i]! - 1] ?? 0);
    readAhead[0] = ahead;
    for (let i = 0; i < length; i++) {
      const end = ends[i]!;
      for (let j = begins[i]!; j < end; j++) counts[values[j]!]! += sign;
    }
  }
}

function addSingle(values: Narrow, documents: Uint16Array, counts: Uint32Array, sign: number): void {
  for (let i = 0; i < documents.length; i++) {
    const value = values[documents[i]!]!;
    if (value !== 0) counts[value - 1]! += sign;
  }
}
