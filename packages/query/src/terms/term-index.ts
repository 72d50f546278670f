/** Term index: terms by number, by prefix and by edit distance. Reads sort and prepare new terms. */
import { editDistance, maxEdits, unitsOf } from '../analysis/edit-distance.ts';
import { lowerBound } from '../collections/binary-search.ts';
import { bitCount } from '../collections/bits.ts';
import { GrowableUint32Array } from '../collections/growable-array.ts';
import { MAX_UNIT_BYTES, StringInterner } from '../collections/string-interner.ts';

export interface SimilarTerms {
  /** Ascending. */
  terms: number[];
  /** Edit distance (optimal string alignment). */
  distance: number;
}

/** Up to this number, or share of the sorted terms, new terms are compared one by one instead of being sorted. */
const MAX_UNSORTED = 4096;
const MAX_UNSORTED_SHARE = 1 / 8;

export class TermIndex extends StringInterner {
  /** The first terms, by number, sorted in byte order; later terms are unsorted, until a read finds many of them. */
  #sorted = new Uint32Array(0);
  /** Characters of the terms, see `characterBitmap`; the next read adds those of new terms. */
  readonly #bitmaps = new GrowableUint32Array();

  /** Calls `visit` with the terms that start with this normalized prefix. */
  startingWith(prefix: string, visit: (term: number) => void): void {
    const unsorted = this.size - this.#sorted.length;
    if (unsorted > Math.max(MAX_UNSORTED, this.#sorted.length * MAX_UNSORTED_SHARE)) this.#sort();
    const sorted = this.#sorted;
    const bytes = Buffer.from(prefix);
    const isBefore = (at: number) => this.comparePrefix(sorted[at]!, bytes) < 0;
    for (let at = lowerBound(0, sorted.length, isBefore); at < sorted.length; at++) {
      if (this.comparePrefix(sorted[at]!, bytes) !== 0) break;
      visit(sorted[at]!);
    }
    for (let term = sorted.length; term < this.size; term++)
      if (this.comparePrefix(term, bytes) === 0) visit(term);
  }

  /** Accepted terms within the maximum edit distance, without the word itself; one entry per distance, nearest first. */
  similarTo(normalized: string, accepts: (term: number) => boolean): SimilarTerms[] {
    const maxDistance = maxEdits(normalized);
    if (maxDistance === 0) return [];
    const similar = Array.from(
      { length: maxDistance },
      (_, i): SimilarTerms => ({ terms: [], distance: i + 1 }),
    );
    const bitmaps = this.#bitmapsOfTerms();
    const target = Buffer.from(normalized);
    const targetBitmap = characterBitmap(target);
    const targetUnits = isAscii(target) ? target : unitsOf(normalized);
    for (let term = 0; term < this.size; term++) {
      // One typing error changes at most two bits, which rules out most terms without comparing characters.
      if (bitCount(bitmaps[term]! ^ targetBitmap) > 2 * maxDistance) continue;
      if (Math.abs(this.length(term) - target.length) > maxDistance * MAX_UNIT_BYTES) continue;
      const bytes = this.bytesOf(term);
      const units = isAscii(bytes) ? bytes : unitsOf(this.at(term));
      const distance = editDistance(targetUnits, units, maxDistance);
      if (distance > 0 && distance <= maxDistance && accepts(term)) similar[distance - 1]!.terms.push(term);
    }
    return similar;
  }

  #bitmapsOfTerms(): Uint32Array {
    while (this.#bitmaps.length < this.size)
      this.#bitmaps.push(characterBitmap(this.bytesOf(this.#bitmaps.length)));
    return this.#bitmaps.values;
  }

  /** Sorts the new terms and merges them with the sorted ones. */
  #sort(): void {
    const sorted = this.#sorted;
    const unsorted = Uint32Array.from({ length: this.size - sorted.length }, (_, i) => sorted.length + i);
    const keys = Float64Array.from(unsorted, (term) => this.leadingBytes(term));
    const keyOf = (term: number) => keys[term - sorted.length]!;
    unsorted.sort((a, b) => keyOf(a) - keyOf(b) || this.compare(a, b));
    const merged = new Uint32Array(this.size);
    let [left, right] = [0, 0];
    for (let i = 0; i < merged.length; i++) {
      const isLeft =
        right === unsorted.length ||
        (left < sorted.length && this.compare(sorted[left]!, unsorted[right]!) <= 0);
      merged[i] = isLeft ? sorted[left++]! : unsorted[right++]!;
    }
    this.#sorted = merged;
  }
}

/** True if each byte is a character, so that the bytes need no decoding. */
const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80);

/** Maps each character to a bit by its low five bits, which its last byte has: letters of one alphabet have distinct bits. */
function characterBitmap(bytes: Uint8Array): number {
  let bitmap = 0;
  for (let i = 0; i < bytes.length; i++)
    // The next byte begins another character.
    if ((bytes[i + 1]! & 0xc0) !== 0x80) bitmap |= 1 << (bytes[i]! & 31);
  return bitmap >>> 0;
}
