/**
 * Memory prefetch: reads many scattered locations together, so that cache misses overlap.
 *
 * The caller must use the values read; otherwise the compiler removes the reads.
 */

const sink = new Int32Array(1);

/** Stores a value that depends on all reads, so that the compiler keeps them. The value itself is unused. */
export function prefetch(sum: number): void {
  sink[0] = sum;
}
