/** Top values of a facet: the values with a count above zero, and the most frequent of them. */

/** Values that count something, ascending; one more than can be. */
let found = new Uint32Array(1024);
/** By count how many values have it; for counts below this. */
const tally = new Uint32Array(1024);

/** Numbers of the values that count something, of those `within`. They hold until others are asked for. */
export function valuesThatCount(counts: Uint32Array, within?: ArrayLike<number>): Uint32Array {
  if (found.length <= counts.length) found = new Uint32Array(counts.length * 2);
  // Without a branch, which could not be foreseen.
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

/** The same for the `limit` most frequent and ties of the last. */
export function topValues(counts: Uint32Array, limit: number, within?: ArrayLike<number>): Uint32Array {
  const values = valuesThatCount(counts, within);
  const least = leastAmong(values, counts, limit);
  let length = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    values[length] = value;
    length += counts[value]! < least ? 0 : 1;
  }
  return values.subarray(0, length);
}

/** The count of the last of the `limit` most frequent values, of those `within`; 0 where there are fewer. */
export function leastOfTop(counts: Uint32Array, limit: number, within?: ArrayLike<number>): number {
  return leastAmong(valuesThatCount(counts, within), counts, limit);
}

function leastAmong(values: Uint32Array, counts: Uint32Array, limit: number): number {
  if (values.length < limit || limit < 1 || limit > 1000) return 0;
  tally.fill(0);
  let left = limit;
  for (let i = 0; i < values.length; i++) {
    const count = counts[values[i]!]!;
    if (count < tally.length) tally[count]!++;
    else left--;
  }
  if (left <= 0) return leastAmongHigh(values, counts, limit);
  let count = tally.length;
  while (left > 0) left -= tally[--count]!;
  return count;
}

/** The same where so many are high. */
function leastAmongHigh(values: Uint32Array, counts: Uint32Array, limit: number): number {
  const top = new Uint32Array(limit);
  for (let i = 0; i < values.length; i++) {
    const count = counts[values[i]!]!;
    if (count <= top[0]!) continue;
    // Ascending: the least of the top is pushed out, the new one moves to its place.
    let at = 0;
    while (at + 1 < limit && top[at + 1]! < count) {
      top[at] = top[at + 1]!;
      at++;
    }
    top[at] = count;
  }
  return top[0]!;
}
