/**
 * Runs writes one after the other, in the order they were asked for. Documents that arrive while something else is
 * written are written together: a thousand updates a second take a few transactions, not a thousand.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Documents that are waited for by one write; more begin another. */
const mostTogether = 200;

export interface WriteQueue<Item> {
  /** Resolves when these are written, together with others that nothing else was asked for in between. */
  add(items: readonly Item[]): Promise<void>;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function writeQueue<Item>(write: (items: Item[]) => Promise<void>): WriteQueue<Item> {
  let last: Promise<unknown> = Promise.resolve();
  let gathering: { items: Item[]; written: Promise<void> } | undefined;

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    gathering = undefined;
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  }

  function gather(): { items: Item[]; written: Promise<void> } {
    const items: Item[] = [];
    const written = inTurn(async () => {
      // What has arrived already is read first.
      await nextTurn();
      if (gathering?.items === items) gathering = undefined;
      await write(items);
    });
    return { items, written };
  }

  return {
    runExclusive: inTurn,
    add(items) {
      if (!gathering || gathering.items.length >= mostTogether) gathering = gather();
      for (const item of items) gathering.items.push(item);
      return gathering.written;
    },
  };
}
