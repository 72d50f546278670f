/** Fair queue: round-robin across clients, first in, first out per client. */

export interface RoundRobinQueue<Item> {
  readonly count: number;
  countOf(client: string): number;
  add(client: string, item: Item): void;
  remove(client: string, item: Item): void;
  /** Removes and returns the next item. */
  next(): Item | undefined;
  /** The last item of the client with the longest queue. */
  last(): LastQueued<Item> | undefined;
  /** The position that the next item of this client would have, counted from 1. */
  positionOfNext(client: string): number;
}

export interface LastQueued<Item> {
  client: string;
  item: Item;
  /** Number of queued items of this client. */
  queued: number;
}

export function roundRobinQueue<Item>(): RoundRobinQueue<Item> {
  /** In round-robin order; no queue is empty. */
  const queues = new Map<string, Item[]>();
  let count = 0;
  const countOf = (client: string) => queues.get(client)?.length ?? 0;

  return {
    countOf,
    get count() {
      return count;
    },
    add(client, item) {
      count += 1;
      const queue = queues.get(client);
      if (queue) queue.push(item);
      else queues.set(client, [item]);
    },
    remove(client, item) {
      const queue = queues.get(client)!;
      queue.splice(queue.indexOf(item), 1);
      count -= 1;
      if (queue.length === 0) queues.delete(client);
    },
    next() {
      for (const [client, queue] of queues) {
        queues.delete(client);
        if (queue.length > 1) queues.set(client, queue);
        count -= 1;
        return queue.shift();
      }
      return undefined;
    },
    last() {
      let found: LastQueued<Item> | undefined;
      for (const [client, queue] of queues) {
        if (queue.length >= (found?.queued ?? 0))
          found = { client, item: queue.at(-1)!, queued: queue.length };
      }
      return found;
    },
    positionOfNext(client) {
      const own = countOf(client) + 1;
      let before = 0;
      for (const [other, { length }] of queues) if (other !== client) before += Math.min(length, own);
      return before + own;
    },
  };
}
