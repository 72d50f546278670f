/**
 * Memory prefetch: reads many scattered locations together, so that cache misses overlap.
 *
 * The caller must use the values read; otherwise the compiler removes the reads.
 */

const kept = new Int32Array(1);

/** Takes whatever was made of the numbers that were read; nobody reads it. */
export function prefetch(sum: number): void {
  kept[0] = sum;
}
