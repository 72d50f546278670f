/** What waits, by who asks for it: those who ask take turns, and what one of them asks for goes in the order in which it came. */

export interface Turns<Item> {
  readonly count: number;
  countOf(asking: string): number;
  add(asking: string, item: Item): void;
  remove(asking: string, item: Item): void;
  /** The one whose turn it is. */
  next(): Item | undefined;
  /** The one whose turn will be last, of who waits for most. */
  last(): Last<Item> | undefined;
  /** How many go until one more of who asks has gone, with that one. */
  until(asking: string): number;
}

export interface Last<Item> {
  asking: string;
  item: Item;
  /** How many wait of who asks for it. */
  own: number;
}

export function turns<Item>(): Turns<Item> {
  /** In the order of the turns; none is empty. */
  const queues = new Map<string, Item[]>();
  let count = 0;
  const countOf = (asking: string) => queues.get(asking)?.length ?? 0;

  return {
    countOf,
    get count() {
      return count;
    },
    add(asking, item) {
      count += 1;
      const queue = queues.get(asking);
      if (queue) queue.push(item);
      else queues.set(asking, [item]);
    },
    remove(asking, item) {
      const queue = queues.get(asking)!;
      queue.splice(queue.indexOf(item), 1);
      count -= 1;
      if (queue.length === 0) queues.delete(asking);
    },
    next() {
      for (const [asking, queue] of queues) {
        queues.delete(asking);
        if (queue.length > 1) queues.set(asking, queue);
        count -= 1;
        return queue.shift();
      }
      return undefined;
    },
    last() {
      let found: Last<Item> | undefined;
      for (const [asking, queue] of queues) {
        if (queue.length >= (found?.own ?? 0)) found = { asking, item: queue.at(-1)!, own: queue.length };
      }
      return found;
    },
    until(asking) {
      const own = countOf(asking) + 1;
      let before = 0;
      for (const [other, { length }] of queues) if (other !== asking) before += Math.min(length, own);
      return before + own;
    },
  };
}
