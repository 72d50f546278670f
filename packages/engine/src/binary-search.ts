/** Of places in order, the first from `low` on that is not before what is looked for; `high` where all are. */
export function lowerBound(low: number, high: number, isBefore: (place: number) => boolean): number {
  let [begin, end] = [low, high];
  while (begin < end) {
    const middle = (begin + end) >>> 1;
    if (isBefore(middle)) begin = middle + 1;
    else end = middle;
  }
  return begin;
}

/** Puts an item into a list that is in order, behind its equals, and leaves the first `most`. */
export function insertSorted<Item>(
  items: Item[],
  item: Item,
  most: number,
  compare: (one: Item, other: Item) => number,
): void {
  const at = lowerBound(0, items.length, (place) => compare(items[place]!, item) <= 0);
  items.splice(at, 0, item);
  if (items.length > most) items.pop();
}
