/** Operations on the bits of a number. */

/** Population count: the number of set bits in a 32-bit number (Hacker's Delight, section 5-1). */
export function bitCount(bits: number): number {
  let sums = bits - ((bits >>> 1) & 0x5555_5555);
  sums = (sums & 0x3333_3333) + ((sums >>> 2) & 0x3333_3333);
  return Math.imul((sums + (sums >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Index of the lowest bit that is set. */
export const lowestBit = (bits: number): number => 31 - Math.clz32(bits & -bits);
