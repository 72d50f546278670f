/**
 * Variable-byte encoding of term positions: seven bits a byte, lowest first, with a continuation bit.
 *
 * Most terms occur within the first 128 positions of a text and take one byte.
 */
import type { SharedUint8Array } from '@semantic-search/query/collections';

/** For positions below 2 ** 21. */
export const MAX_POSITION_BYTES = 3;

/** Returns where the next one goes. */
export function writePosition(bytes: SharedUint8Array, at: number, position: number): number {
  let rest = position;
  for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

/** Reads `count` positions from `at` on into `into`, from `first` on; returns where the next one begins. */
export function readPositions(
  bytes: SharedUint8Array,
  at: number,
  count: number,
  into: Uint32Array,
  first = 0,
): number {
  for (let i = 0; i < count; i++) {
    let position = 0;
    let shift = 0;
    let byte = bytes[at++]!;
    for (; byte > 0x7f; byte = bytes[at++]!) {
      position |= (byte & 0x7f) << shift;
      shift += 7;
    }
    into[first + i] = position | (byte << shift);
  }
  return at;
}

/** Returns where the position begins that follows `count` others. */
export function skipPositions(bytes: SharedUint8Array, at: number, count: number): number {
  // Without a branch, which could not be foreseen.
  for (let left = count; left > 0; at++) left -= 1 - (bytes[at]! >>> 7);
  return at;
}
