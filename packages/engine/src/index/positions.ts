/** Variable-byte encoding of positions: 7 bits per byte, lowest first; most positions take one byte. */

/** Maximum length of an encoded position; enough for positions below 2 ** 21. */
export const MAX_POSITION_BYTES = 3;

/** Returns the offset after the position. */
export function writePosition(bytes: Uint8Array, offset: number, position: number): number {
  let remaining = position;
  for (; remaining > 0x7f; remaining >>>= 7) bytes[offset++] = (remaining & 0x7f) | 0x80;
  bytes[offset++] = remaining;
  return offset;
}

/** Decodes `count` positions at `offset` and adds them to `into`. Returns the offset after them. */
export function readPositions(
  bytes: Uint8Array,
  offset: number,
  count: number,
  into: { push(position: number): void },
): number {
  for (let i = 0; i < count; i++) {
    let position = 0;
    let shift = 0;
    let byte = bytes[offset++]!;
    for (; byte > 0x7f; byte = bytes[offset++]!) {
      position |= (byte & 0x7f) << shift;
      shift += 7;
    }
    into.push(position | (byte << shift));
  }
  return offset;
}

/** Returns the offset after `count` positions. */
export function skipPositions(bytes: Uint8Array, offset: number, count: number): number {
  // Branch-free, because the branch would be unpredictable.
  for (let remaining = count; remaining > 0; offset++) remaining -= 1 - (bytes[offset]! >>> 7);
  return offset;
}
