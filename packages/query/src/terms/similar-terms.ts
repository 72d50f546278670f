/** Approximate term lookup by edit distance, with cached results. */

import { normalize } from '../analysis/normalizer.ts';
import { type CharacterBitmaps, characterBitmap } from '../collections/character-bitmaps.ts';
import type { StringInterner } from '../collections/string-interner.ts';
import { editDistance, maxEdits } from '../spelling/edit-distance.ts';
import { bitCount } from '../util/bit-count.ts';
import { getOrInsertLatest } from '../util/get-or-insert.ts';

export interface SimilarTerms {
  /** Ascending. */
  terms: number[];
  /** Letters added, left out, changed, or two swapped. */
  distance: number;
}

/** Words by number, and which of them documents have. */
interface Terms {
  terms: StringInterner;
  isInUse(term: number): boolean;
}

const remembered = 500;

export class SimilarTermIndex {
  #termDictionary: Terms;
  #letters: CharacterBitmaps;
  #known = new Map<string, SimilarTerms[]>();

  constructor(termDictionary: Terms, letters: CharacterBitmaps) {
    this.#termDictionary = termDictionary;
    this.#letters = letters;
  }

  /** Nearest first; without the word itself. */
  to(word: string): SimilarTerms[] {
    const folded = normalize(word);
    return getOrInsertLatest(this.#known, remembered, folded, () => this.#find(folded));
  }

  #find(folded: string): SimilarTerms[] {
    const most = maxEdits(folded);
    const found = Array.from({ length: most }, (_, i): SimilarTerms => ({ terms: [], distance: i + 1 }));
    if (most === 0) return found;
    const { terms } = this.#termDictionary;
    const { size } = terms;
    const letters = this.#letters.upTo(size, terms);
    const wanted = Buffer.from(folded);
    const set = characterBitmap(wanted);
    for (let term = 0; term < size; term++) {
      if (bitCount(letters[term]! ^ set) > 2 * most) continue;
      // Bytes, not letters, are compared: a letter beyond ASCII that differs may count as two.
      const difference = terms.length(term) - wanted.length;
      if (difference > most || difference < -most) continue;
      const distance = editDistance(wanted, terms.bytesOf(term), most);
      if (distance > 0 && distance <= most && this.#termDictionary.isInUse(term))
        found[distance - 1]!.terms.push(term);
    }
    return found;
  }
}
