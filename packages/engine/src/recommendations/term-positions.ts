/** Cached term lookups in the postings of all segments, for document frequency and for scoring. */
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import { type Postings, seekCeil } from '../index/segment.ts';

/** Of one word with all its forms: places in the lists of words. */
export interface Places {
  title: number[];
  body: number[];
}

const fields = ['title', 'body'] as const;

export class WordPlaces {
  /** Numbers of all forms of all words, ascending, each once. */
  readonly #terms: Uint32Array;
  /** By part and field, for each of the terms its place, -1 where it is not there. */
  readonly #places = new Map<Postings, Int32Array>();
  /** In how many titles and bodies each of the terms is. */
  readonly #counts: Uint32Array;

  constructor(reader: IndexReader, words: number[][]) {
    this.#terms = Uint32Array.from(new Set(words.flat())).sort();
    this.#counts = new Uint32Array(this.#terms.length);
    for (const { segment } of reader.segments)
      for (const field of fields) this.#places.set(segment[field], this.#lookUp(segment[field]));
  }

  /** Titles and bodies that have the word; those of deleted documents are counted until they are merged away. */
  frequency(forms: number[]): number {
    return forms.reduce((sum, term) => sum + this.#counts[this.#numberOf(term)]!, 0);
  }

  in({ segment }: SegmentReader, forms: number[]): Places {
    const placesIn = (postings: Postings) => {
      const places = this.#places.get(postings)!;
      return forms.map((term) => places[this.#numberOf(term)]!).filter((place) => place >= 0);
    };
    return { title: placesIn(segment.title), body: placesIn(segment.body) };
  }

  #numberOf(term: number): number {
    return seekCeil(this.#terms, term, 0);
  }

  /** As the terms ascend, each is looked for from the one before on. */
  #lookUp({ terms, starts }: Postings): Int32Array {
    const places = new Int32Array(this.#terms.length);
    let at = 0;
    for (let i = 0; i < places.length; i++) {
      at = seekCeil(terms, this.#terms[i]!, at);
      const isThere = terms[at] === this.#terms[i];
      places[i] = isThere ? at : -1;
      if (isThere) this.#counts[i]! += starts[at + 1]! - starts[at]!;
    }
    return places;
  }
}
