/** Match buffer: document numbers and weights of a segment's matches, with reusable memory. */

import type { SharedUint8Array, SharedUint16Array } from '@semantic-search/query/collections';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';

/** Live documents, each once, with a weight each: how often it matches, or how nearly. */
export interface MatchBuffer {
  documents: SharedUint16Array;
  weights: Float32Array;
}

/** Where the matches of a question are written one behind the other: a piece of memory for each would cost more than finding them. */
export const room = { documents: new Uint16Array(0), weights: new Float32Array(0), used: 0 };

const roomAtOnce = 4 * MAX_SEGMENT_DOCS;

/** What was found for former questions is not needed any more. */
export function emptyRoom(): void {
  room.used = 0;
}

/** Sees to it that so many can be written from `room.used` on, and one more that does not count. */
export function makeRoom(count: number): void {
  if (room.used + count < room.documents.length) return;
  const length = Math.max(roomAtOnce, count + 1);
  // What was written before stays where it is, as long as it is in use.
  room.documents = new Uint16Array(length);
  room.weights = new Float32Array(length);
  room.used = 0;
}

/** The next `count` that were written to the room, but those deleted. */
export function matchesInRoom({ deleted }: SegmentReader, count: number): MatchBuffer {
  const { documents, weights, used } = room;
  const end = deleted === null ? used + count : withoutDeleted(deleted, used, used + count);
  room.used = end;
  return { documents: documents.subarray(used, end), weights: weights.subarray(used, end) };
}

/** Returns where those that are left end. */
function withoutDeleted(deleted: SharedUint8Array, begin: number, end: number): number {
  const { documents, weights } = room;
  let live = begin;
  for (let i = begin; i < end; i++) {
    const document = documents[i]!;
    documents[live] = document;
    weights[live] = weights[i]!;
    live += 1 - deleted[document]!;
  }
  return live;
}

/** Scratch of one matcher in one part. To be taken apart before a loop: what is imported is looked up each time. */
export const gathering = {
  /** By document; all zero between calls: clearing what was touched is cheaper than allocating. */
  occurrences: new Uint32Array(MAX_SEGMENT_DOCS),
  /** One more than can be, for what is written before it is known whether it counts. */
  touched: new Uint16Array(MAX_SEGMENT_DOCS + 1),
};

/** What was gathered for the first `count` touched documents, but those deleted; leaves zeros behind. */
export function take(part: SegmentReader, gathered: Uint32Array | Float32Array, count: number): MatchBuffer {
  makeRoom(count);
  const { documents, weights, used } = room;
  const { touched } = gathering;
  for (let i = 0; i < count; i++) {
    const document = touched[i]!;
    documents[used + i] = document;
    weights[used + i] = gathered[document]!;
    gathered[document] = 0;
  }
  return matchesInRoom(part, count);
}

export const nothing: MatchBuffer = { documents: new Uint16Array(0), weights: new Float32Array(0) };
