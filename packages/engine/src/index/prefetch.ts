/**
 * Reading ahead: what is about to be needed in many places is read from all of them first, so that memory is waited for
 * once and not for each. What was read has to be used, or the reading is left out as useless.
 */

const kept = new Int32Array(1);

/** Takes whatever was made of the numbers that were read; nobody reads it. */
export function prefetch(sum: number): void {
  kept[0] = sum;
}
