/**
 * Delta counting: derives facet counts from a precomputed set that is close to the matches.
 *
 * Such sets are all documents, or those with one attribute value; only the difference is counted.
 */
import { getOrInsert } from '@semantic-search/query/util';
import type { CompactArray } from '../index/compact-array.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS, type Segment } from '../index/segment.ts';
import { keptInRoom } from '../search/doc-id-arena.ts';

export interface Found {
  part: SegmentReader;
  /** All of them; disjoint. */
  lists: Uint16Array[];
  near: Near | null;
}

interface Near {
  set: KnownSet;
  /** Documents of the set that were not found, and those found that are not in the set. */
  missing: Uint16Array;
  more: Uint16Array;
}

/** All documents of a segment, deleted ones included, or those with one value. */
export interface KnownSet {
  size: number;
  /** Documents with this entry in the column are in the set; without a column all are. */
  column: CompactArray | null;
  entry: number;
  /** By what is counted. */
  totals: WeakMap<object, Totals>;
}

/** Values that some documents of a set have, and how many. */
interface Totals {
  values: Uint32Array;
  counts: Uint32Array;
}

/** Keeping the totals of smaller segments would cost more than it saves. */
export const smallestWithTotals = 64;
/** A value that fewer documents have is not worth the totals. */
const leastShare = 1 / 32;
/** What comparing with a set costs, as a share of the documents of the segment that are counted. */
const comparing = 1 / 16;
/** How many of the documents found tell which set is the nearest; what is counted does not depend on it. */
const sampleSize = 256;

/** As they are: for what is counted as quickly as sets are compared. */
export function asListed(part: SegmentReader, lists: Uint16Array[]): Found {
  return { part, lists, near: null };
}

export function foundIn(part: SegmentReader, lists: Uint16Array[]): Found {
  const { segment } = part;
  const count = lists.reduce((sum, documents) => sum + documents.length, 0);
  if (segment.size <= smallestWithTotals) return asListed(part, lists);
  let least = count - segment.size * comparing;
  if (least <= 0) return asListed(part, lists);
  const sample = sampleOf(lists, count);
  let nearest: KnownSet | undefined;
  for (const set of knownSets(segment)) {
    const differing = set.size + count - 2 * count * shareIn(set, sample);
    if (differing >= least) continue;
    least = differing;
    nearest = set;
  }
  return { part, lists, near: nearest ? compared(nearest, lists, segment.size) : null };
}

/** Exactly the documents of a known set. */
export function foundNear(part: SegmentReader, set: KnownSet): Found {
  const none = new Uint16Array(0);
  return { part, lists: [], near: { set, missing: none, more: none } };
}

/** Adds to counts, by value, how many of some documents have it, or takes them off where the sign is -1. */
export type Add = (documents: Uint16Array, counts: Uint32Array, sign: number) => void;

/** Adds up over the documents found. Where `add` leaves some values out, `addAll` is the same for all of them. */
export function addUp(
  { lists, near }: Found,
  column: object,
  counts: Uint32Array,
  add: Add,
  addAll: Add = add,
): void {
  if (near === null) {
    for (const documents of lists) add(documents, counts, 1);
    return;
  }
  addTotals(near.set, column, counts, addAll);
  add(near.missing, counts, -1);
  add(near.more, counts, 1);
}

/** Adds up over all documents of a segment, deleted ones included, or takes them off. */
export function addUpAll(
  segment: Segment,
  column: object,
  counts: Uint32Array,
  add: Add,
  sign: number,
): void {
  addTotals(knownSets(segment)[0]!, column, counts, add, sign);
}

function addTotals(set: KnownSet, column: object, counts: Uint32Array, add: Add, sign = 1): void {
  const { values, counts: known } = getOrInsert(set.totals, column, () => {
    const dense = new Uint32Array(counts.length);
    add(documentsOf(set), dense, 1);
    return withoutZeros(dense);
  });
  for (let i = 0; i < values.length; i++) counts[values[i]!]! += sign * known[i]!;
}

function withoutZeros(dense: Uint32Array): Totals {
  let count = 0;
  for (let value = 0; value < dense.length; value++) if (dense[value] !== 0) count++;
  const [values, counts] = [new Uint32Array(count), new Uint32Array(count)];
  for (let value = 0, at = 0; at < count; value++) {
    if (dense[value] === 0) continue;
    values[at] = value;
    counts[at++] = dense[value]!;
  }
  return { values, counts };
}

const setsOfSegments = new WeakMap<Segment, KnownSet[]>();

/** First all documents, then those with a frequent value of an attribute that has one value each. */
export function knownSets(segment: Segment): KnownSet[] {
  return getOrInsert(setsOfSegments, segment, ({ size, literals }) => {
    const everything = { size, column: null, entry: 0, totals: new WeakMap() };
    return [everything, ...literals.flatMap(({ starts, values }) => (starts ? [] : setsBy(values)))];
  });
}

function setsBy(column: CompactArray): KnownSet[] {
  let most = 0;
  for (let i = 0; i < column.length; i++) most = Math.max(most, column[i]!);
  const sizes = new Uint32Array(most + 1);
  for (let i = 0; i < column.length; i++) sizes[column[i]!]!++;
  const sets: KnownSet[] = [];
  sizes.forEach((size, entry) => {
    const isLarge = size > 0 && size >= column.length * leastShare;
    if (isLarge) sets.push({ size, column, entry, totals: new WeakMap() });
  });
  return sets;
}

/** As a rule several columns are counted over one set after the other. */
let latest: { set: KnownSet; documents: Uint16Array } | undefined;

function documentsOf(set: KnownSet): Uint16Array {
  if (latest?.set !== set) latest = { set, documents: listed(set) };
  return latest.documents;
}

/** Without a branch, which could not be foreseen. */
function listed({ size, column, entry }: KnownSet): Uint16Array {
  const documents = new Uint16Array(size);
  for (let i = 0, at = 0; at < size; i++) {
    documents[at] = i;
    at += column === null || column[i] === entry ? 1 : 0;
  }
  return documents;
}

function sampleOf(lists: Uint16Array[], count: number): Uint16Array {
  const sample = new Uint16Array(Math.min(count, sampleSize));
  const step = count / sample.length;
  let [list, before] = [0, 0];
  for (let i = 0; i < sample.length; i++) {
    const at = Math.floor(i * step);
    while (at - before >= lists[list]!.length) before += lists[list++]!.length;
    sample[i] = lists[list]![at - before]!;
  }
  return sample;
}

function shareIn({ column, entry }: KnownSet, sample: Uint16Array): number {
  if (column === null) return 1;
  let count = 0;
  for (let i = 0; i < sample.length; i++) if (column[sample[i]!] === entry) count++;
  return count / sample.length;
}

const isFound = new Uint8Array(MAX_SEGMENT_DOCS);
const missing = new Uint16Array(MAX_SEGMENT_DOCS);
const more = new Uint16Array(MAX_SEGMENT_DOCS);

/** Without branches, which could not be foreseen. */
function compared(set: KnownSet, lists: Uint16Array[], size: number): Near {
  const { column, entry } = set;
  isFound.fill(0, 0, size);
  for (const documents of lists) for (let i = 0; i < documents.length; i++) isFound[documents[i]!] = 1;
  let [lacking, beyond] = [0, 0];
  for (let i = 0; i < size; i++) {
    const found = isFound[i]!;
    // 1 where the two entries are the same, and no bit is set in which they differ.
    const isIn = column === null ? 1 : ((column[i]! ^ entry) - 1) >>> 31;
    missing[lacking] = i;
    lacking += isIn & (found ^ 1);
    more[beyond] = i;
    beyond += found & (isIn ^ 1);
  }
  return { set, missing: keptInRoom(missing, lacking), more: keptInRoom(more, beyond) };
}
