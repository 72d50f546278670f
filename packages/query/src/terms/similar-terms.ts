/** Approximate term lookup by edit distance, with cached results. */

import { editDistance, maxEdits } from '../analysis/edit-distance.ts';
import { normalize } from '../analysis/normalizer.ts';
import { bitCount } from '../collections/bit-count.ts';
import { type CharacterBitmaps, characterBitmap } from '../collections/character-bitmaps.ts';
import { getOrInsertLatest } from '../collections/get-or-insert.ts';
import type { StringInterner } from '../collections/string-interner.ts';

export interface SimilarTerms {
  /** Ascending. */
  terms: number[];
  /** Edit distance (optimal string alignment). */
  distance: number;
}

/** Terms by number, and whether a live document has them. */
interface Terms {
  terms: StringInterner;
  isInUse(term: number): boolean;
}

const MAX_CACHED_WORDS = 500;

export class SimilarTermIndex {
  #termDictionary: Terms;
  #bitmaps: CharacterBitmaps;
  #cache = new Map<string, SimilarTerms[]>();

  constructor(termDictionary: Terms, bitmaps: CharacterBitmaps) {
    this.#termDictionary = termDictionary;
    this.#bitmaps = bitmaps;
  }

  /** One entry per distance, nearest first; excludes the word itself. */
  to(word: string): SimilarTerms[] {
    const normalized = normalize(word);
    return getOrInsertLatest(this.#cache, MAX_CACHED_WORDS, normalized, () => this.#find(normalized));
  }

  #find(normalized: string): SimilarTerms[] {
    const maxDistance = maxEdits(normalized);
    const found = Array.from(
      { length: maxDistance },
      (_, i): SimilarTerms => ({ terms: [], distance: i + 1 }),
    );
    if (maxDistance === 0) return found;
    const { terms } = this.#termDictionary;
    const { size } = terms;
    const bitmaps = this.#bitmaps.upTo(size, terms);
    const target = Buffer.from(normalized);
    const targetBitmap = characterBitmap(target);
    for (let term = 0; term < size; term++) {
      if (bitCount(bitmaps[term]! ^ targetBitmap) > 2 * maxDistance) continue;
      // The distance is in bytes, so a different non-ASCII character may count as two edits.
      const difference = terms.length(term) - target.length;
      if (difference > maxDistance || difference < -maxDistance) continue;
      const distance = editDistance(target, terms.bytesOf(term), maxDistance);
      if (distance > 0 && distance <= maxDistance && this.#termDictionary.isInUse(term))
        found[distance - 1]!.terms.push(term);
    }
    return found;
  }
}
