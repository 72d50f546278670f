/** Documents that a synchronization run does not contain: their number, and their removal. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { type QueuedWriteContext, removeDocuments } from './document-writer.ts';

/** Documents compared between two turns of the event loop; takes a few milliseconds. */
const PAGE_SIZE = 1000;

/** Number of documents whose ID has the prefix, and number of these documents that the run does not contain. */
export async function countMissing({ database }: QueuedWriteContext, runId: string, prefix = '') {
  let documents = 0;
  let missing = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const page = comparePage(database, runId, prefix, after);
    documents += page.size;
    missing += page.missing.length;
    after = page.last;
    await nextTurn();
  }
  return { documents, missing };
}

export async function removeMissing(space: QueuedWriteContext, runId: string, prefix = ''): Promise<number> {
  let removed = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const begin = after;
    // Exclusively, so that no document is written between the comparison and the removal.
    after = await space.writes.runExclusive(async () => {
      const page = comparePage(space.database, runId, prefix, begin);
      removed += removeDocuments(space, page.missing).size;
      return page.last;
    });
  }
  return removed;
}

/**
 * Compares the next documents after this ID with the run. `size` and `missing` cover the documents whose ID has the prefix;
 * `last` is undefined after the last page, and if another run has replaced this one.
 */
function comparePage(database: Database, runId: string, prefix: string, after: string) {
  const run = database.latestRun();
  const page = run?.id === runId ? database.compareWithRun(run.started, after, PAGE_SIZE) : [];
  const prefixed = page.filter(({ id }) => id.startsWith(prefix));
  const missing = prefixed.filter(({ isMissing }) => isMissing).map(({ id }) => id);
  return { last: page.at(-1)?.id, size: prefixed.length, missing };
}
