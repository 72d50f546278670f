/**
 * Hash table of phrases by 53-bit fingerprint, in shared memory.
 *
 * The phrases themselves are not stored: with a million of them, one in about 10¹⁰ look-ups is a false positive.
 */
import { sharedFloat64, sharedUint32 } from './shared-arrays.ts';

const highUnit = 0x200000;
const lowUnit = 0x100000000;

export const EMPTY_FINGERPRINT = 0;

/** Fingerprint of a word in a language; equal words of different languages have different ones. */
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
  return join(high, low);
}

/** Fingerprint of a sequence and one more word. */
export function extendFingerprint(sequence: number, word: number): number {
  const high = Math.imul(sequence / lowUnit, 0x9e3779b1) ^ (word / lowUnit);
  return join(high, Math.imul(sequence | 0, 0x85ebca6b) ^ (word | 0));
}

/** Never 0, which marks an empty slot. */
function join(high: number, low: number): number {
  return (finish(high) % highUnit) * lowUnit + finish(low) || 1;
}

/** The finalizer of MurmurHash3. */
function finish(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export interface FingerprintTable {
  /** 0 in empty slots; the length is a power of two. */
  prints: Float64Array;
  /** The number of the fingerprint in each slot. */
  numbers: Uint32Array;
}

/** Numbers fingerprints in order of first use. A million take a fraction of a second; a Map takes several seconds. */
export function fingerprintNumbers() {
  let table = emptyTable(1 << 12);
  let size = 0;
  return {
    size: () => size,
    numberOf(print: number): number {
      const existing = findFingerprint(table, print);
      if (existing >= 0) return existing;
      if ((size + 1) * 2 > table.prints.length) table = enlarged(table);
      enter(table, print, size);
      return size++;
    },
    table: () => table,
  };
}

function emptyTable(capacity: number): FingerprintTable {
  return {
    prints: sharedFloat64(capacity),
    numbers: sharedUint32(capacity),
  };
}

function enlarged({ prints, numbers }: FingerprintTable): FingerprintTable {
  const table = emptyTable(prints.length * 2);
  for (let slot = 0; slot < prints.length; slot++) {
    if (prints[slot] !== 0) enter(table, prints[slot]!, numbers[slot]!);
  }
  return table;
}

function slotOf(print: number): number {
  return finish((print | 0) ^ (print / lowUnit));
}

/** The fingerprint must be absent, and a slot must be free. */
function enter({ prints, numbers }: FingerprintTable, print: number, number: number): void {
  const mask = prints.length - 1;
  let slot = slotOf(print) & mask;
  while (prints[slot] !== 0) slot = (slot + 1) & mask;
  prints[slot] = print;
  numbers[slot] = number;
}

/** The number of a fingerprint, −1 if it is not in the table. */
export function findFingerprint({ prints, numbers }: FingerprintTable, print: number): number {
  const mask = prints.length - 1;
  let slot = slotOf(print) & mask;
  while (prints[slot] !== print) {
    if (prints[slot] === 0) return -1;
    slot = (slot + 1) & mask;
  }
  return numbers[slot]!;
}
