/** Documents that a synchronization run does not contain: their number, and their removal. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { removeDocuments, type WriteContext } from './document-writer.ts';

/** Documents compared between two turns of the event loop; takes a few milliseconds. */
const PAGE_SIZE = 1000;

/** Number of documents whose ID has the prefix, and number of these documents that the run does not contain. */
export async function countMissing({ database }: WriteContext, id: string, prefix = '') {
  let documents = 0;
  let missing = 0;
  const next = (after: string) => nextPage(database, id, { prefix, after });
  for (let page = next(''); page; page = next(page.last)) {
    documents += page.size;
    missing += page.missing.length;
    await nextTurn();
  }
  return { documents, missing };
}

export async function removeMissing(space: WriteContext, id: string, prefix = ''): Promise<number> {
  let removed = 0;
  // Compares and removes without another write in between.
  const removeNext = (after: string) =>
    space.writes.runExclusive(async () => {
      const page = nextPage(space.database, id, { prefix, after });
      removed += removeDocuments(space, page?.missing ?? []).size;
      return page?.last;
    });
  for (let last: string | undefined = ''; last !== undefined; ) last = await removeNext(last);
  return removed;
}

/** Undefined after the last page, and if another run has replaced this one. */
function nextPage(database: Database, id: string, { prefix, after }: { prefix: string; after: string }) {
  const run = database.latestRun();
  const page = run?.id === id ? database.compareWithRun(run.started, after, PAGE_SIZE) : [];
  const last = page.at(-1)?.id;
  if (last === undefined) return undefined;
  const sourceDocuments = page.filter((document) => document.id.startsWith(prefix));
  const missingIds = sourceDocuments.filter(({ isMissing }) => isMissing).map((document) => document.id);
  return { last, size: sourceDocuments.length, missing: missingIds };
}
