/**
 * 32-bit character bitmaps of terms: a prefilter for approximate matching.
 *
 * One typing error changes at most two bits, so the bitmaps rule out most candidates without comparing characters.
 */
import { GrowableUint32Array } from './growable-array.ts';

export class CharacterBitmaps {
  #sets = new GrowableUint32Array();

  /** By number of the word, for at least the first `size`. */
  upTo(size: number, words: { letterSet(word: number): number }): Uint32Array {
    while (this.#sets.length < size) this.#sets.push(words.letterSet(this.#sets.length));
    return this.#sets.values;
  }
}

/** Bytes of UTF-8 share bits where they are the same but for their first three: small letters have one each. */
export function characterBitmap(bytes: Uint8Array, begin = 0, end = bytes.length): number {
  let set = 0;
  for (let i = begin; i < end; i++) set |= 1 << (bytes[i]! & 31);
  return set >>> 0;
}
