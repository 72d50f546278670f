/** Cached term lookups in the postings of all segments, for document frequency and for scoring. */
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import { type Postings, seekCeil } from '../index/segment.ts';

/** Term ordinals of all forms of a word, by field. */
export interface FieldOrdinals {
  title: number[];
  body: number[];
}

const fields = ['title', 'body'] as const;

export class TermOrdinals {
  /** Distinct terms of all words, ascending. */
  readonly #terms: Uint32Array;
  /** By segment and field: the ordinal of each of the terms, or -1. */
  readonly #ordinals = new Map<Postings, Int32Array>();
  /** Number of postings of each of the terms. */
  readonly #counts: Uint32Array;

  constructor(reader: IndexReader, words: number[][]) {
    this.#terms = Uint32Array.from(new Set(words.flat())).sort();
    this.#counts = new Uint32Array(this.#terms.length);
    for (const { segment } of reader.segments)
      for (const field of fields) this.#ordinals.set(segment[field], this.#lookUp(segment[field]));
  }

  /** Number of titles and bodies with the word; includes deleted documents until their segment is merged. */
  frequency(forms: number[]): number {
    return forms.reduce((sum, term) => sum + this.#counts[this.#indexOf(term)]!, 0);
  }

  inSegment({ segment }: SegmentReader, forms: number[]): FieldOrdinals {
    const ordinalsIn = (postings: Postings) => {
      const ordinals = this.#ordinals.get(postings)!;
      return forms.map((term) => ordinals[this.#indexOf(term)]!).filter((ordinal) => ordinal >= 0);
    };
    return { title: ordinalsIn(segment.title), body: ordinalsIn(segment.body) };
  }

  #indexOf(term: number): number {
    return seekCeil(this.#terms, term, 0);
  }

  /** Each search starts at the previous result, because the terms are ascending. */
  #lookUp({ terms, starts }: Postings): Int32Array {
    const ordinals = new Int32Array(this.#terms.length);
    let at = 0;
    for (let i = 0; i < ordinals.length; i++) {
      at = seekCeil(terms, this.#terms[i]!, at);
      const isFound = terms[at] === this.#terms[i];
      ordinals[i] = isFound ? at : -1;
      if (isFound) this.#counts[i]! += starts[at + 1]! - starts[at]!;
    }
    return ordinals;
  }
}
