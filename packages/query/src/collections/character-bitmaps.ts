/**
 * 32-bit character bitmaps of terms: a prefilter for approximate matching.
 *
 * One typing error changes at most two bits, so the bitmaps rule out most candidates without comparing characters.
 */
import { GrowableUint32Array } from './growable-array.ts';

export class CharacterBitmaps {
  #bitmaps = new GrowableUint32Array();

  /** Returns the bitmaps by term number, at least for the first `size` terms. */
  upTo(size: number, terms: { characterBitmap(term: number): number }): Uint32Array {
    while (this.#bitmaps.length < size) this.#bitmaps.push(terms.characterBitmap(this.#bitmaps.length));
    return this.#bitmaps.values;
  }
}

/** Maps each UTF-8 byte to a bit by its low five bits, so lowercase ASCII letters have distinct bits. */
export function characterBitmap(bytes: Uint8Array, begin = 0, end = bytes.length): number {
  let bitmap = 0;
  for (let i = begin; i < end; i++) bitmap |= 1 << (bytes[i]! & 31);
  return bitmap >>> 0;
}
