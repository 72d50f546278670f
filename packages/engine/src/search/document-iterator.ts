/** Iterators over the documents of a segment, and those of a term or a concept. */

import type { SharedUint8Array, SharedUint16Array } from '@semantic-search/query/collections';
import { seekCeil } from '../index/segment.ts';

/** After the last document; greater than the number of any document. */
export const END = 0x1_0000;

/** Visits documents in ascending order; starts before the first one. */
export interface DocumentIterator {
  /** Moves to the next document and returns it, or `END`. */
  next(): number;
  /** Moves to the first document at or after `target`, unless it is there already; returns it, or `END`. */
  seek(target: number): number;
  /** Weight of the current document: a weighted term frequency, or the nearness of a concept. */
  weight(): number;
}

/** The postings of one term in one field, or the documents of one concept. */
export interface PostingList {
  documents: SharedUint16Array;
  begin: number;
  end: number;
  /** By posting; without it, each document has the weight `factor`. */
  frequencies?: SharedUint8Array | undefined;
  factor: number;
}

export class PostingsIterator implements DocumentIterator {
  readonly #documents: SharedUint16Array;
  readonly #frequencies: SharedUint8Array | undefined;
  readonly #factor: number;
  readonly #begin: number;
  readonly #end: number;
  /** Index of the current posting. */
  #at: number;

  constructor({ documents, begin, end, frequencies, factor }: PostingList) {
    this.#documents = documents;
    this.#frequencies = frequencies;
    this.#factor = factor;
    this.#begin = begin;
    this.#end = end;
    this.#at = begin - 1;
  }

  next(): number {
    this.#at++;
    return this.#at < this.#end ? this.#documents[this.#at]! : END;
  }

  seek(target: number): number {
    this.#at = seekCeil(this.#documents, target, Math.max(this.#at, this.#begin), this.#end);
    return this.#at < this.#end ? this.#documents[this.#at]! : END;
  }

  weight(): number {
    return this.#frequencies ? this.#frequencies[this.#at]! * this.#factor : this.#factor;
  }
}
