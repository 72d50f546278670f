/** Synchronization runs of a search space: what the latest run contains, and removal of the rest. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../storage/database.ts';
import { removeDocuments, type WriteContext } from './document-writer.ts';

/** Documents compared between two turns of the event loop; takes a few milliseconds. */
const PAGE_SIZE = 1000;

/** Undefined unless the run with this id is the latest one. */
function findRun(database: Database, id: string) {
  const run = database.latestRun();
  return run?.id === id ? run : undefined;
}

/** See `WritableSpace`, like the other functions. */
export function addToRun(
  { database }: WriteContext,
  id: string,
  { documents, hasUnreadable }: { documents: string[]; hasUnreadable: boolean },
): boolean {
  return database.transaction(() => {
    const run = findRun(database, id);
    if (!run || run.removed !== null) return false;
    database.addToRun(documents, { hasUnreadable, now: Date.now() });
    return true;
  });
}

export async function countMissing(
  { database }: WriteContext,
  id: string,
  prefix = '',
): Promise<{ documents: number; missing: number }> {
  let [documents, missing] = [0, 0];
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
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    // Compares and removes without another write in between.
    after = await space.writes.runExclusive(async () => {
      const page = nextPage(space.database, id, { prefix, after: from });
      removed += removeDocuments(space, page?.missing ?? []).size;
      return page?.last;
    });
  }
  return removed;
}

export function completeRun({ database }: WriteContext, id: string, removed: number): void {
  database.transaction(() => {
    if (findRun(database, id)) database.completeRun(removed);
  });
}

export function abandonRun({ database }: WriteContext, id: string): boolean {
  return database.transaction(() => {
    if (!findRun(database, id)) return false;
    database.replaceRun(undefined);
    return true;
  });
}

/** Undefined after the last page, and if another run has replaced this one. */
function nextPage(database: Database, id: string, { prefix, after }: { prefix: string; after: string }) {
  const run = findRun(database, id);
  const page = run ? database.compareWithRun(run.started, after, PAGE_SIZE) : [];
  const last = page.at(-1)?.id;
  if (last === undefined) return undefined;
  const ofSource = page.filter((document) => document.id.startsWith(prefix));
  const missing = ofSource.filter(({ isMissing }) => isMissing).map((document) => document.id);
  return { last, size: ofSource.length, missing };
}
