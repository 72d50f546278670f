/**
 * Write queue with group commit: serializes writes and merges waiting documents into one.
 *
 * A thousand single updates per second therefore take a few transactions.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A group with this many items accepts no more; bounds the latency of a write. */
const MAX_GROUP_ITEMS = 200;

export interface WriteQueue<Item> {
  /** Adds items to the waiting group unless another operation was queued since. Resolves when they are written. */
  add(items: readonly Item[]): Promise<void>;
  /** Queues an operation behind all previous ones. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function writeQueue<Item>(write: (items: Item[]) => Promise<void>): WriteQueue<Item> {
  let last: Promise<unknown> = Promise.resolve();
  let group: { items: Item[]; written: Promise<void> } | undefined;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    group = undefined;
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  function openGroup(): { items: Item[]; written: Promise<void> } {
    const items: Item[] = [];
    const written = inTurn(async () => {
      // Items of messages that have already arrived join the group.
      await nextTurn();
      if (group?.items === items) group = undefined;
      await write(items);
    });
    return { items, written };
  }

  return {
    runExclusive: inTurn,
    add(items) {
      if (!group || group.items.length >= MAX_GROUP_ITEMS) group = openGroup();
      for (const item of items) group.items.push(item);
      return group.written;
    },
  };
}
