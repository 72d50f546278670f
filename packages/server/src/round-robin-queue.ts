/** What waits, by who asks for it: those who ask take turns, and what one of them asks for goes in the order in which it came. */

export interface RoundRobinQueue<Item> {
  readonly count: number;
  countOf(asking: string): number;
  add(asking: string, item: Item): void;
  remove(asking: string, item: Item): void;
  /** The one whose turn it is. */
  next(): Item | undefined;
  /** The one whose turn will be last, of who waits for most. */
  last(): LastQueued<Item> | undefined;
  /** How many go until one more of who asks has gone, with that one. */
  positionOfNext(asking: string): number;
}

export interface LastQueued<Item> {
  client: string;
  item: Item;
  /** How many wait of who asks for it. */
  queued: number;
}

export function roundRobinQueue<Item>(): RoundRobinQueue<Item> {
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
      let found: LastQueued<Item> | undefined;
      for (const [asking, queue] of queues) {
        if (queue.length >= (found?.queued ?? 0))
          found = { client: asking, item: queue.at(-1)!, queued: queue.length };
      }
      return found;
    },
    positionOfNext(asking) {
      const own = countOf(asking) + 1;
      let before = 0;
      for (const [other, { length }] of queues) if (other !== asking) before += Math.min(length, own);
      return before + own;
    },
  };
}
