/** Sorted fingerprints of words and phrases, 53 bits each, in place of the words themselves. */
import { lowerBound } from './binary-search.ts';
import { sharedFloat64 } from './shared-arrays.ts';

// With a million phrases, one in about 10¹⁰ look-ups is a false positive.
/** A fingerprint has 21 high and 32 low bits: numbers are exact up to 53 bits. */
const HIGH_RANGE = 2 ** 21;
const LOW_RANGE = 2 ** 32;

/** Fingerprint of the empty sequence of words. */
export const EMPTY_FINGERPRINT = 0;

/** Fingerprint of a word in a language: two hashes in the manner of FNV-1a. Equal words of two languages have two fingerprints. */
export function termFingerprint(language: string, word: string): number {
  let high = 0x811c9dc5;
  let low = 0x2545f491;
  const mix = (unit: number) => {
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x5bd1e995);
    low ^= low >>> 15;
  };
  for (let i = 0; i < language.length; i++) mix(language.charCodeAt(i));
  mix(0);
  for (let i = 0; i < word.length; i++) mix(word.charCodeAt(i));
  return combineHashes(high, low);
}

/** Fingerprint of a sequence and one more word. The quotient by `LOW_RANGE` has the high bits, and `| 0` the low bits. */
export function extendFingerprint(sequence: number, word: number): number {
  const high = Math.imul(sequence / LOW_RANGE, 0x9e3779b1) ^ (word / LOW_RANGE);
  return combineHashes(high, Math.imul(sequence | 0, 0x85ebca6b) ^ (word | 0));
}

function combineHashes(high: number, low: number): number {
  return (finalize(high) % HIGH_RANGE) * LOW_RANGE + finalize(low);
}

/** The finalizer of MurmurHash3. */
function finalize(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** The distinct fingerprints, ascending, in shared memory. The number of a fingerprint is its index. */
export function sortedFingerprints(fingerprints: Iterable<number>): Float64Array {
  const sorted = Float64Array.from(fingerprints).sort();
  return sharedFloat64(sorted.filter((fingerprint, i) => fingerprint !== sorted[i - 1]));
}

/** The number of a fingerprint, −1 if it is not in the list. */
export function findFingerprint(sorted: Float64Array, fingerprint: number): number {
  const number = lowerBound(0, sorted.length, (i) => sorted[i]! < fingerprint);
  return sorted[number] === fingerprint ? number : -1;
}
