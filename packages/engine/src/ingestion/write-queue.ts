/**
 * Write queue with group commit: serializes writes and merges waiting documents into one.
 *
 * A thousand single updates per second therefore take a few transactions.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A group with this many items accepts no more; bounds the latency of a write. */
const MAX_GROUP_ITEMS = 200;

export class WriteQueue<Item> {
  readonly #write: (items: Item[]) => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  /** Waiting items that one write will take; none once another operation is queued behind them. */
  #group: { items: Item[]; written: Promise<void> } | undefined;

  constructor(write: (items: Item[]) => Promise<void>) {
    this.#write = write;
  }

  /** Queues an operation behind all previous ones, and closes the waiting group: later items come after the operation. */
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#group = undefined;
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Adds items to the waiting group unless another operation was queued since. Rejects if the write of the group fails. */
  add(items: readonly Item[]): Promise<void> {
    if (!this.#group || this.#group.items.length >= MAX_GROUP_ITEMS) this.#group = this.#openGroup();
    for (const item of items) this.#group.items.push(item);
    return this.#group.written;
  }

  #openGroup() {
    const items: Item[] = [];
    const written = this.runExclusive(async () => {
      // Items of messages that have already arrived join the group.
      await nextTurn();
      if (this.#group?.items === items) this.#group = undefined;
      await this.#write(items);
    });
    return { items, written };
  }
}
