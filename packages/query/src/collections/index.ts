/** Data structures over shared memory, and operations on sorted arrays, maps and bits. */
export { decodeRecord, encodeRecord } from './binary-format.ts';
export { insertSorted, lowerBound } from './binary-search.ts';
export { bitCount, lowestBit } from './bits.ts';
export { getOrInsert, getOrInsertBounded, getOrInsertLatest } from './get-or-insert.ts';
export { GrowableUint32Array, longer } from './growable-array.ts';
export * from './shared-arrays.ts';
export { StringInterner } from './string-interner.ts';
