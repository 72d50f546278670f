/**
 * Immutable index segment of up to 65,536 documents, numbered from 0 in the order of storage.
 *
 * All data is in typed arrays over shared memory, so that worker threads share it without copying.
 */
import { lowerBound, type PackedTexts } from '@semantic-search/query/collections';
import type { CompactArray, Rows } from './compact-array.ts';
import type { VectorColumn } from './vector-column.ts';

/** Document numbers fit 16 bits, and scratch arrays stay in the CPU cache. */
export const MAX_SEGMENT_DOCS = 65_536;

/** An occurrence in the title counts as much as this many in the body. The same applies to stored lengths. */
export const TITLE_WEIGHT = 2;

/** Later positions are clamped to this one; phrases match only before it. */
export const MAX_POSITION = 65_535;

/** Inverted index of a field. The postings of `terms[i]` are `documents[starts[i] … starts[i + 1])`. */
export interface Postings {
  /** Ascending. */
  terms: Uint32Array;
  starts: Uint32Array;
  documents: Uint16Array;
  /** Occurrences of the term, at most 255, which is also the number of its encoded positions. */
  frequencies: Uint8Array;
  /** Skip list: byte offset in `positions` of every `POSITION_SKIP_INTERVAL`th posting across all terms. */
  positionSkips: Uint32Array;
  positions: Uint8Array;
}

/** Number of postings of the terms with these ordinals. */
export function postingCount({ starts }: Pick<Postings, 'starts'>, ordinals: readonly number[]): number {
  return ordinals.reduce((sum, ordinal) => sum + starts[ordinal + 1]! - starts[ordinal]!, 0);
}

/** Number of postings per entry of `positionSkips`. */
export const POSITION_SKIP_INTERVAL = 16;

/** Doc values of an attribute. */
export interface Column<Values> extends Rows<Values> {
  attribute: number;
}

/** The column of an attribute; undefined if no document of the segment has a value. */
export function columnOf<Values>(columns: readonly Column<Values>[], { number }: { number: number }) {
  return columns.find(({ attribute }) => attribute === number);
}

/** Values are value numbers. */
export type LiteralColumn = Column<CompactArray>;

export type NumberColumn = Column<Float64Array>;

export interface Segment {
  /** Unique within the space. */
  number: number;
  size: number;
  /** Storage keys, ascending. */
  keys: Uint32Array;
  ids: PackedTexts;
  /** Language number of each document. */
  languages: CompactArray;
  /** Milliseconds since 1970, NaN if missing. */
  dates: Float64Array;
  /** Times of the last writes, as `dates`. */
  writeTimes: Float64Array;
  /** Sort keys: the first characters of the normalized title as a number. */
  titleKeys: Float64Array;
  /** Rank of each document in tie-break order: by date, newest first, then by ID. */
  ranks: Uint16Array;
  /** Document length in words; title words count twice. */
  lengths: Uint16Array;
  title: Postings;
  body: Postings;
  /** By index in `title.terms`: number of documents with the term in both title and body. */
  inBoth: Uint32Array;
  /** Forms of words with an original spelling, such as diacritics. */
  spelled: Rows;
  /** Subject numbers. */
  subjects: Rows;
  literals: LiteralColumn[];
  numbers: NumberColumn[];
  /** Absent if no document has an embedding. */
  vectors?: VectorColumn;
}

/** Index of a value among ascending values, or -1. */
export function indexInSorted(values: Uint32Array, value: number): number {
  const index = lowerBound(0, values.length, (i) => values[i]! < value);
  return values[index] === value ? index : -1;
}

/** Index of the first value at or after `target` in `from … end`, by galloping search: fast if it is near. */
export function seekCeil(values: Uint32Array | Uint16Array, target: number, from: number, end: number) {
  let low = from;
  let high = from;
  for (let step = 1; high < end && values[high]! < target; step *= 2) {
    low = high + 1;
    high += step;
  }
  high = Math.min(high, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
