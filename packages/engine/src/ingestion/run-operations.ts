/** Synchronization runs of a search space: what the latest run contains, and removal of the rest. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import type { Runs } from '../writable-space.ts';

/** Documents compared between two turns of the event loop; takes a few milliseconds. */
const PAGE_SIZE = 1000;

interface RunContext {
  database: Database;
  /** Returns the ids that existed. Must run exclusively. */
  remove(ids: readonly string[]): Set<string>;
  runExclusive<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function runOperations({ database, remove, runExclusive }: RunContext): Runs {
  /** Undefined unless the run with this id is the latest one. */
  function findRun(id: string) {
    const run = database.latestRun();
    return run?.id === id ? run : undefined;
  }

  /** Undefined after the last page, and if another run has replaced this one. */
  function nextPage(id: string, after: string) {
    const run = findRun(id);
    const page = run ? database.compareWithRun(run.started, after, PAGE_SIZE) : [];
    const last = page.at(-1)?.id;
    if (last === undefined) return undefined;
    return { last, size: page.length, missing: page.filter(({ isMissing }) => isMissing) };
  }

  /** Compares and removes without another write in between. */
  async function removeFromPage(id: string, after: string) {
    const page = nextPage(id, after);
    if (!page) return undefined;
    const removed = remove(page.missing.map((each) => each.id));
    return { last: page.last, removed: removed.size };
  }

  return {
    latestRun: async () => database.latestRun(),
    startRun: async (run) => database.transaction(() => database.replaceRun(run)),
    async addToRun(id, documents, hasUnreadable) {
      return database.transaction(() => {
        const run = findRun(id);
        if (!run || run.removed !== null) return false;
        database.addToRun(documents, hasUnreadable, Date.now());
        return true;
      });
    },
    async hashes(ids) {
      const found = database.hashes(ids);
      return ids.map((id) => found.get(id));
    },
    async countMissing(id) {
      let [documents, missing] = [0, 0];
      for (let page = nextPage(id, ''); page; page = nextPage(id, page.last)) {
        documents += page.size;
        missing += page.missing.length;
        await nextTurn();
      }
      return { documents, missing };
    },
    async removeMissing(id) {
      let removed = 0;
      for (let after = ''; ; ) {
        const page = await runExclusive(() => removeFromPage(id, after));
        if (!page) return removed;
        removed += page.removed;
        after = page.last;
      }
    },
    async completeRun(id, removed) {
      database.transaction(() => {
        if (findRun(id)) database.completeRun(removed);
      });
    },
    async abandonRun(id) {
      return database.transaction(() => {
        if (!findRun(id)) return false;
        database.replaceRun(undefined);
        return true;
      });
    },
  };
}
