/** Top values of a facet: the values with a count above zero, and the most frequent of them. */

/** Numbers of the values with a count above zero, ascending; only those with 1 in `within`, if given. */
export function nonZeroValues(counts: Uint32Array, within?: ArrayLike<number>): Uint32Array {
  const values = new Uint32Array(counts.length);
  let length = 0;
  for (let value = 0; value < counts.length; value++)
    if (counts[value] !== 0 && (within === undefined || within[value] === 1)) values[length++] = value;
  return values.subarray(0, length);
}

/** Like `nonZeroValues`, limited to the `limit` most frequent values and those that tie with the last one. */
export function topValues(counts: Uint32Array, limit: number, within?: ArrayLike<number>): Uint32Array {
  const values = nonZeroValues(counts, within);
  if (values.length <= limit || limit < 1) return values;
  const sorted = new Uint32Array(values.length);
  for (let i = 0; i < values.length; i++) sorted[i] = counts[values[i]!]!;
  const minCount = sorted.sort().at(-limit)!;
  return values.filter((value) => counts[value]! >= minCount);
}
