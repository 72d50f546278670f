/** Term lookup of a field: a bitmap with ranks for long term lists, galloping search for short ones. */
import { bitCount } from '@semantic-search/query/collections';
import { type Postings, seekCeil } from './segment.ts';

/** Two numbers for every 32 term numbers: a bit for each term in the list, and the number of terms before these bits. */
type TermBitmap = Int32Array;

/** Minimum length of a list with a bitmap; galloping search in shorter lists is fast enough. */
const MIN_TERMS_WITH_BITMAP = 1024;
/** Minimum share of all terms in a list with a bitmap; otherwise the bitmap would take more memory than the list. */
const MIN_TERM_SHARE = 1 / 16;

/** Finds the ordinals of terms: their indexes in the ascending term list of a field. */
export class TermLookup {
  readonly postings: Postings;
  #bitmap: TermBitmap | null | undefined;

  constructor(postings: Postings) {
    this.postings = postings;
  }

  /** Null if the list is short or sparse. */
  get bitmap(): TermBitmap | null {
    if (this.#bitmap === undefined) {
      const { terms } = this.postings;
      const isDense = terms.length >= MIN_TERMS_WITH_BITMAP && terms.length >= terms.at(-1)! * MIN_TERM_SHARE;
      this.#bitmap = isDense ? bitmapOf(terms) : null;
    }
    return this.#bitmap;
  }

  /** Ordinals of the terms that the field contains. */
  ordinals(terms: readonly number[]): number[] {
    const { bitmap } = this;
    return bitmap ? ordinalsInBitmap(bitmap, terms) : ordinalsInList(this.postings.terms, terms);
  }
}

/** Index of the bits for a term and its neighbors; the number of terms before them follows. */
function bitsIndex(term: number): number {
  return (term >>> 5) * 2;
}

function bitmapOf(terms: Uint32Array): TermBitmap {
  const bitmap = new Int32Array(bitsIndex(terms.at(-1)!) + 2);
  for (let i = 0; i < terms.length; i++) bitmap[bitsIndex(terms[i]!)]! |= 1 << (terms[i]! & 31);
  for (let at = 2; at < bitmap.length; at += 2) bitmap[at + 1] = bitmap[at - 1]! + bitCount(bitmap[at - 2]!);
  return bitmap;
}

function ordinalsInBitmap(bitmap: TermBitmap, terms: readonly number[]): number[] {
  const ordinals: number[] = [];
  for (let i = 0; i < terms.length; i++) {
    const at = bitsIndex(terms[i]!);
    if (at >= bitmap.length) continue;
    const bits = bitmap[at]!;
    const bit = 1 << (terms[i]! & 31);
    if ((bits & bit) !== 0) ordinals.push(bitmap[at + 1]! + bitCount(bits & (bit - 1)));
  }
  return ordinals;
}

/** Each search starts at the previous result, because most terms are in ascending order. */
function ordinalsInList(list: Uint32Array, terms: readonly number[]): number[] {
  const ordinals: number[] = [];
  let ordinal = 0;
  let previousTerm = -1;
  for (const term of terms) {
    ordinal = seekCeil(list, term, term > previousTerm ? ordinal : 0, list.length);
    if (list[ordinal] === term) ordinals.push(ordinal);
    previousTerm = term;
  }
  return ordinals;
}
