/**
 * Immutable index segment of up to 65,536 documents, numbered from 0 in the order of storage.
 *
 * All data is in typed arrays over shared memory, so that worker threads share it without copying.
 */
import type {
  PackedTexts,
  SharedFloat64Array,
  SharedUint8Array,
  SharedUint16Array,
  SharedUint32Array,
} from '@semantic-search/query/collections';
import type { CompactArray } from './compact-array.ts';

/** Most documents in a segment: its own numbers for them fit 16 bits, and scratch arrays stay in the cache. */
export const MAX_SEGMENT_DOCS = 65_536;

/** Positions from here on are not told apart; phrases are found before. */
export const MAX_POSITION = 65_535;

/** Which documents hold which word. The lists of word `terms[i]` reach from `starts[i]` to `starts[i + 1]`. */
export interface Postings {
  /** Ascending. */
  terms: SharedUint32Array;
  starts: SharedUint32Array;
  documents: SharedUint16Array;
  /** Times the word occurs, at most 255; as many positions follow each other in `positions`, as bytes. */
  frequencies: SharedUint8Array;
  /** The byte where the positions of every `skip`th posting begin, whatever its word. */
  positionSkips: SharedUint32Array;
  positions: SharedUint8Array;
}

/** Postings between two places from which positions can be found. */
export const POSITION_SKIP_INTERVAL = 16;

/** Values of an attribute by document. `starts` is null where none has two: then `values` has one entry each. */
export interface Column<Values> {
  attribute: number;
  starts: SharedUint32Array | null;
  values: Values;
}

/** Value number + 1 where single, 0 for none; value numbers where `starts` is given. */
export type LiteralColumn = Column<CompactArray>;

/** NaN for none where single. */
export type NumberColumn = Column<SharedFloat64Array>;

export interface Segment {
  /** Unique within the space. */
  number: number;
  size: number;
  /** Storage keys, ascending. */
  keys: SharedUint32Array;
  ids: PackedTexts;
  /** Number of the language that each document was read in. */
  languages: CompactArray;
  /** Milliseconds since 1970, NaN for none. The same memory as the values of the attribute `date`, where there are any. */
  dates: SharedFloat64Array;
  /** The first letters of the folded title, as a number that sorts as they do. */
  titles: SharedFloat64Array;
  /** Place of each document in the order by date, newest first, then id. */
  ranks: SharedUint16Array;
  /** Words of the title, counted twice, and of the body. */
  lengths: SharedUint16Array;
  title: Postings;
  body: Postings;
  /** By place in `title.terms`: documents that have the word in the body, too. */
  inBoth: SharedUint32Array;
  /** Numbers of subject URIs, by document. */
  subjectStarts: SharedUint32Array;
  subjects: CompactArray;
  literals: LiteralColumn[];
  numbers: NumberColumn[];
}

/** Index of `term` in `postings.terms`, or -1. */
export function findTerm(terms: SharedUint32Array, term: number): number {
  let [low, high] = [0, terms.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = terms[middle]!;
    if (found === term) return middle;
    if (found < term) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** Index of the first of `terms` from `from` on that is not below `term`: quick where that is near. */
export function seekCeil(terms: SharedUint32Array, term: number, from: number): number {
  let [low, high] = [from, from];
  for (let step = 1; high < terms.length && terms[high]! < term; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, terms.length);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms[middle]! < term) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The document with this storage key, or -1. */
export function findKey(segment: Segment, key: number): number {
  return findTerm(segment.keys, key);
}
