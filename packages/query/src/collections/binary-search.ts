/** Binary search helpers. */

/** Returns the first index in [low, high) for which `isBefore` is false, or `high`. `isBefore` must be monotonic. */
export function lowerBound(low: number, high: number, isBefore: (index: number) => boolean): number {
  let [begin, end] = [low, high];
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (isBefore(middle)) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

/** Inserts an item into a sorted array, after equal items, and truncates the array to `maxLength` items. */
export function insertSorted<Item>(
  items: Item[],
  item: Item,
  maxLength: number,
  compare: (a: Item, b: Item) => number,
): void {
  const at = lowerBound(0, items.length, (index) => compare(items[index]!, item) <= 0);
  items.splice(at, 0, item);
  if (items.length > maxLength) items.pop();
}
