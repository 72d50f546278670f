/** Match arena: holds the matches of a query one after another, which saves allocating each list. */

import type { SharedUint8Array, SharedUint16Array } from '@semantic-search/query/collections';
import type { SegmentReader } from '../index/reader.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';

/** Distinct live documents, each with a weight: a term frequency or the nearness of a concept. */
export interface Matches {
  documents: SharedUint16Array;
  weights: Float32Array;
}

export const NO_MATCHES: Matches = { documents: new Uint16Array(0), weights: new Float32Array(0) };

const MIN_ARENA_MATCHES = 4 * MAX_SEGMENT_DOCS;

export class MatchArena {
  documents = new Uint16Array(0);
  weights = new Float32Array(0);
  /** Writers append from this index on and then call `take` or `takeAll`. */
  used = 0;

  /** Invalidates all matches of the previous query. */
  reset(): void {
    this.used = 0;
  }

  /** Reserves `count` matches from `used` on, and one more that branch-free loops write. */
  reserve(count: number): void {
    if (this.used + count < this.documents.length) return;
    const length = Math.max(MIN_ARENA_MATCHES, count + 1);
    // Existing matches keep the previous buffers alive.
    this.documents = new Uint16Array(length);
    this.weights = new Float32Array(length);
    this.used = 0;
  }

  /** Returns the `count` matches appended, whose documents must be live. */
  takeAll(count: number): Matches {
    const [begin, end] = [this.used, this.used + count];
    this.used = end;
    return { documents: this.documents.subarray(begin, end), weights: this.weights.subarray(begin, end) };
  }

  /** Returns the live documents of the `count` matches appended. */
  take({ deleted }: SegmentReader, count: number): Matches {
    return this.takeAll(deleted === null ? count : this.#withoutDeleted(deleted, count));
  }

  /** Moves the weights of the first `count` `touched` documents here; leaves zeros behind. */
  collect(
    reader: SegmentReader,
    weightOf: Uint32Array | Float32Array,
    touched: Uint16Array,
    count: number,
  ): Matches {
    this.reserve(count);
    const { documents, weights, used } = this;
    for (let i = 0; i < count; i++) {
      const document = touched[i]!;
      documents[used + i] = document;
      weights[used + i] = weightOf[document]!;
      weightOf[document] = 0;
    }
    return this.take(reader, count);
  }

  #withoutDeleted(deleted: SharedUint8Array, count: number): number {
    const { documents, weights, used } = this;
    let live = used;
    for (let i = used; i < used + count; i++) {
      const document = documents[i]!;
      documents[live] = document;
      weights[live] = weights[i]!;
      live += 1 - deleted[document]!;
    }
    return live - used;
  }
}
