/** Of places in order, the first from `low` on that is not before what is looked for; `high` where all are. */
export function firstNotBefore(low: number, high: number, isBefore: (place: number) => boolean): number {
  let [begin, end] = [low, high];
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (isBefore(middle)) begin = middle + 1;
    else end = middle;
  }
  return begin;
}
