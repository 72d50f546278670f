/**
 * Word sequences by 53-bit fingerprint, in a hash table over shared memory. Sequences themselves are not kept:
 * among a million of them a false find comes once in about 10¹⁰ look-ups.
 */
import { type Float64, type SharedUint32Array, sharedFloat64, sharedUint32 } from '../shared-arrays.ts';

const highUnit = 0x200000;
const lowUnit = 0x100000000;

export const EMPTY_FINGERPRINT = 0;

/** Of a word in a language: words of different languages differ even when spelt alike. */
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

/** Of a sequence with one word more. */
export function extendFingerprint(sequence: number, word: number): number {
  const high = Math.imul(sequence / lowUnit, 0x9e3779b1) ^ (word / lowUnit);
  return join(high, Math.imul(sequence | 0, 0x85ebca6b) ^ (word | 0));
}

/** Never 0, which stands for an empty slot. */
function join(high: number, low: number): number {
  return (finish(high) % highUnit) * lowUnit + finish(low) || 1;
}

/** The finaliser of MurmurHash3. */
function finish(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

export interface FingerprintTable {
  /** 0 where empty; a power of two long. */
  prints: Float64;
  /** The number of each slot's print. */
  numbers: SharedUint32Array;
}

/** Numbers prints in the order they are first asked for: a million in a fraction of a second, where a Map takes several. */
export function fingerprintNumbers() {
  let table = emptyTable(1 << 12);
  let size = 0;
  return {
    size: () => size,
    numberOf(print: number): number {
      const known = findFingerprint(table, print);
      if (known >= 0) return known;
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

/** Mixed once more: not all prints are well spread, the numbers of three letters are not. */
function slotOf(print: number): number {
  return finish((print | 0) ^ (print / lowUnit));
}

/** The print must not be there, and a slot must be free. */
function enter({ prints, numbers }: FingerprintTable, print: number, number: number): void {
  const mask = prints.length - 1;
  let slot = slotOf(print) & mask;
  while (prints[slot] !== 0) slot = (slot + 1) & mask;
  prints[slot] = print;
  numbers[slot] = number;
}

/** The number of a print, −1 where it is not in the table. */
export function findFingerprint({ prints, numbers }: FingerprintTable, print: number): number {
  const mask = prints.length - 1;
  let slot = slotOf(print) & mask;
  while (prints[slot] !== print) {
    if (prints[slot] === 0) return -1;
    slot = (slot + 1) & mask;
  }
  return numbers[slot]!;
}
