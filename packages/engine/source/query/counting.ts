/** Counts the values of facets over the documents found, part by part. Counts add up, so parts need not be merged. */
import type { Part } from '../index/generation.ts';
import { type Float64, type LiteralColumn, largestSegment, type NumberColumn } from '../index/segment.ts';
import type { Uint32 } from '../thesaurus/packed.ts';
import type { LabelledRange } from './ranges.ts';

/** Documents of a part that a facet is counted over; disjoint. */
export type Found = Uint16Array[];

/** Documents of a part that are not in `found`, deleted ones included. */
function others(part: Part, found: Found): Uint16Array {
  counted.fill(0, 0, part.segment.size);
  for (const documents of found) for (const document of documents) counted[document] = 1;
  let count = 0;
  for (let i = 0; i < part.segment.size; i++) if (counted[i] === 0) rest[count++] = i;
  return rest.subarray(0, count);
}

/** Keeping the totals of smaller segments would cost more than it saves. */
const fewestToCountMissing = 64;

const counted = new Uint8Array(largestSegment);
const rest = new Uint16Array(largestSegment);

const totals = new WeakMap<object, Uint32Array>();

/** Adds to `counts`, by concept, how many documents have it or something narrower. */
export function countConcepts(part: Part, found: Found, counts: Uint32Array): void {
  const { expandedStarts, expanded } = part.concepts;
  if (isMost(part, found)) {
    // Counting what is missing costs less: at most half of the documents are looked at.
    const whole = totalsOf(part.concepts, () => countAll(expanded, counts.length));
    for (let i = 0; i < whole.length; i++) counts[i]! += whole[i]!;
    addRows(expandedStarts, expanded, others(part, found), counts, -1);
  } else for (const documents of found) addRows(expandedStarts, expanded, documents, counts, 1);
}

/** Adds to `counts`, by number of the value. */
export function countLiterals(part: Part, column: LiteralColumn, found: Found, counts: Uint32Array): void {
  const { starts, values } = column;
  const [lists, sign] = isMost(part, found) ? [[others(part, found)], -1] : [found, 1];
  if (sign < 0) {
    const whole = totalsOf(column, () => countWhole(column, part.segment.size));
    for (let i = 0; i < whole.length; i++) counts[i]! += whole[i]!;
  }
  for (const documents of lists) {
    if (starts === null) addSingle(values, documents, counts, sign);
    else addRows(starts, values, documents, counts, sign);
  }
}

/** Adds to `counts`, by index in `ranges`; a document counts once per range. */
export function countRanges(
  column: NumberColumn,
  found: Found,
  ranges: LabelledRange[],
  counts: Uint32Array,
): void {
  const { starts, values } = column;
  const last = new Int32Array(ranges.length).fill(-1);
  for (const documents of found) {
    for (const document of documents) {
      const [begin, end] =
        starts === null ? [document, document + 1] : [starts[document]!, starts[document + 1]!];
      for (let i = begin; i < end; i++) {
        const range = rangeOf(ranges, values[i]!);
        if (range < 0 || last[range] === document) continue;
        last[range] = document;
        counts[range]!++;
      }
    }
    last.fill(-1);
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

function rangeOf(ranges: LabelledRange[], value: number): number {
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

function isMost(part: Part, found: Found): boolean {
  const count = found.reduce((sum, documents) => sum + documents.length, 0);
  return count * 2 > part.segment.size && part.segment.size > fewestToCountMissing;
}

function totalsOf(key: object, count: () => Uint32Array): Uint32Array {
  let known = totals.get(key);
  if (!known) {
    known = count();
    totals.set(key, known);
  }
  return known;
}

function countAll(values: Uint32, size: number): Uint32Array {
  const counts = new Uint32Array(size);
  for (let i = 0; i < values.length; i++) counts[values[i]!]!++;
  return counts;
}

function countWhole({ starts, values }: LiteralColumn, size: number): Uint32Array {
  const length = values.reduce((largest, value) => Math.max(largest, value + 1), 0);
  if (starts !== null) return countAll(values, length);
  const counts = new Uint32Array(length);
  for (let i = 0; i < size; i++) if (values[i] !== 0) counts[values[i]! - 1]!++;
  return counts;
}

function addRows(
  starts: Uint32,
  values: Uint32,
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

function addSingle(values: Uint32, documents: Uint16Array, counts: Uint32Array, sign: number): void {
  for (let i = 0; i < documents.length; i++) {
    const value = values[documents[i]!]!;
    if (value !== 0) counts[value - 1]! += sign;
  }
}
