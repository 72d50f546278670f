/**
 * For each word of a table the set of its letters, in 32 bits. A typing error changes at most two of these: which words
 * can be nearly spelled like one is told from one number each, without comparing letters.
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
