/** Top values of a facet: the values with a count above zero, and the most frequent of them. */

/** Numbers of the values with a count above zero, ascending; only those with 1 in `within`, if given. */
export function nonZeroValues(counts: Uint32Array, within?: ArrayLike<number>): Uint32Array {
  const found = new Uint32Array(counts.length + 1);
  // Branch-free, because the branch would be unpredictable.
  let length = 0;
  if (within) {
    for (let i = 0; i < counts.length; i++) {
      found[length] = i;
      length += within[i]! & (counts[i] === 0 ? 0 : 1);
    }
  } else {
    for (let i = 0; i < counts.length; i++) {
      found[length] = i;
      length += counts[i] === 0 ? 0 : 1;
    }
  }
  return found.subarray(0, length);
}

/** Like `nonZeroValues`, limited to the `limit` most frequent values and those that tie with the last one. */
export function topValues(counts: Uint32Array, limit: number, within?: ArrayLike<number>): Uint32Array {
  const values = nonZeroValues(counts, within);
  const minCount = minTopCountOf(values, counts, limit);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    values[length] = value;
    length += counts[value]! < minCount ? 0 : 1;
  }
  return values.subarray(0, length);
}

/** Lowest count among the `limit` most frequent values; 0 if there are fewer. */
export function minTopCount(counts: Uint32Array, limit: number, within?: ArrayLike<number>): number {
  return minTopCountOf(nonZeroValues(counts, within), counts, limit);
}

/** For a higher limit, values are not selected by count. */
const MAX_LIMIT = 1000;
/** Counts below this one are selected by a counting sort. */
const MAX_SMALL_COUNT = 1024;

function minTopCountOf(values: Uint32Array, counts: Uint32Array, limit: number): number {
  if (values.length < limit || limit < 1 || limit > MAX_LIMIT) return 0;
  const frequencies = new Uint32Array(MAX_SMALL_COUNT);
  let left = limit;
  for (let i = 0; i < values.length; i++) {
    const count = counts[values[i]!]!;
    if (count < MAX_SMALL_COUNT) frequencies[count]!++;
    else left--;
  }
  if (left <= 0) return minTopCountByInsertion(values, counts, limit);
  let count = MAX_SMALL_COUNT;
  while (left > 0) left -= frequencies[--count]!;
  return count;
}

/** For at least `limit` counts that are not small. */
function minTopCountByInsertion(values: Uint32Array, counts: Uint32Array, limit: number): number {
  const top = new Uint32Array(limit);
  for (let i = 0; i < values.length; i++) {
    const count = counts[values[i]!]!;
    if (count <= top[0]!) continue;
    // `top` is ascending: the first count is dropped, and the new one is inserted in its place.
    let at = 0;
    while (at + 1 < limit && top[at + 1]! < count) {
      top[at] = top[at + 1]!;
      at++;
    }
    top[at] = count;
  }
  return top[0]!;
}
