/** Crawl of a site into a search space: reads everything first, then writes and deletes. */

import type { IngestProgress } from '@semantic-search/contract';
import type { ReadDocument } from '@semantic-search/engine';
import { documentInput, ingest } from '@semantic-search/server/content';
import { type AddressState, isIndexed, type Skipped, type Source } from '@semantic-search/sources';
import type { SpaceTarget } from '../connections/server-space-client.ts';
import { addressOf, type CrawlFiles, type CrawlJournal, type CrawlState } from './crawl-files.ts';
import { RunLimitError, type RunLimits } from './run-limits.ts';

export interface CrawlOutcome {
  address: string;
  outcome: 'indexed' | Skipped['outcome'];
  reason: string;
  /** What could not be read of an indexed document. */
  warnings?: string[];
}

export interface CrawlTools {
  files: CrawlFiles;
  /** With `isFull`, the source returns all pages, even unchanged ones. */
  source(isFull: boolean): Source;
  openTarget(create: boolean): Promise<SpaceTarget>;
  /** Options that decide what is read. If they change, all pages are read again. */
  settings: string;
  /** Whether to read all pages, and whether to remove more than half of them. */
  isFull: boolean;
  force: boolean;
  limits: RunLimits;
  onOutcome(outcome: CrawlOutcome): void;
  log(line: string): void;
}

/** Servers may give wrong dates and entity tags, so that all pages are read now and then. */
const FULL_PASS_MS = 7 * 24 * 3600 * 1000;

/**
 * A run that fails leaves the space as it was. It is resumed by the next one with the same start addresses. Throws if
 * more than half of the pages would be removed, unless `force` is set. A run that reaches a limit writes what it has read,
 * removes nothing, and is resumed too; the limit is returned.
 */
export async function crawlSite(tools: CrawlTools): Promise<RunLimitError | null> {
  const { files, force, log, settings } = tools;
  const state = await files.readState();
  const isDue = state.lastFull === null || Date.now() - Date.parse(state.lastFull) > FULL_PASS_MS;
  const hasChanged = (state.settings ?? settings) !== settings;
  const header = { isFull: tools.isFull || isDue || hasChanged, settings };
  let journal = await files.openJournal(header);
  // The site may have changed since a run that was not allowed to remove pages.
  const isOutdated = journal.settings !== settings || (journal.stage === 'complete' && !force);
  if (isOutdated && journal.stage !== 'writing') {
    await files.removeJournal();
    journal = await files.openJournal(header);
  }
  if (journal.read.size > 0) log(`Resuming after ${journal.read.size} addresses`);
  const limit = journal.stage === 'reading' ? await readSite(tools, state, journal) : null;
  if (limit !== null) {
    await keepReadDocuments(tools, state, journal);
    return limit;
  }
  const removed = await countRemoved(journal);
  const indexed = [...state.pages.values()].filter(isIndexed).length;
  if (removed > indexed / 2 && removed > 1 && !force) {
    await reportFailures(tools, journal);
    throw new Error(
      `The run would remove ${removed} of ${indexed} pages. Nothing was changed. Use --force if this is right.`,
    );
  }
  await journal.advance('writing');
  await writeSpace(tools, state, journal, true);
  const pages = new Map([...journal.read].filter(([, each]) => isIndexed(each) || each.requested === true));
  const lastFull = journal.isFull ? new Date().toISOString() : state.lastFull;
  await files.writeState({ lastFull, settings: journal.settings, pages });
  await files.removeJournal();
  return null;
}

/** Nothing is removed, because the run has not seen all pages. */
async function keepReadDocuments(tools: CrawlTools, state: CrawlState, journal: CrawlJournal): Promise<void> {
  await writeSpace(tools, state, journal, false);
  const read = [...journal.read].filter(([, each]) => isIndexed(each));
  await tools.files.writeState({ ...state, pages: new Map([...state.pages, ...read]) });
  await journal.markWritten();
}

/** Returns the limit that the run has reached. */
async function readSite(
  tools: CrawlTools,
  state: CrawlState,
  journal: CrawlJournal,
): Promise<RunLimitError | null> {
  const { files, limits } = tools;
  if (state.pages.size > 0) await forgetMissing(tools, state);
  const source = tools.source(journal.isFull);
  const current = new Map(journal.read);
  try {
    for await (const item of source.read({ previous: state.pages, current }, limits.signal)) {
      if (current.has(addressOf(item.item))) continue;
      await journal.append(item);
      await limits.journal(files.folder, { addresses: journal.read.size, bytes: journal.size() });
      limits.signal.throwIfAborted();
    }
  } catch (error) {
    if (limits.signal.reason instanceof RunLimitError) return limits.signal.reason;
    await reportFailures(tools, journal);
    throw error;
  } finally {
    limits.close();
  }
  await journal.advance('complete');
  return null;
}

/** For a run that changes nothing: omits the pages that it would have written or removed. */
async function reportFailures({ onOutcome }: CrawlTools, journal: CrawlJournal): Promise<void> {
  for await (const { item } of journal.items())
    if ('outcome' in item && (item.outcome === 'failed' || item.outcome === 'skipped')) onOutcome(item);
}

/** Pages that the space has lost, as by a restored backup, are read again. */
async function forgetMissing({ openTarget }: CrawlTools, { pages }: CrawlState): Promise<void> {
  const target = await openTarget(true);
  try {
    for (const [address, state] of pages)
      if (isIndexed(state) && !(await target.has(address)))
        pages.set(address, { ...state, indexed: false, requested: true });
  } finally {
    await target.close();
  }
}

async function countRemoved(journal: CrawlJournal): Promise<number> {
  let removed = 0;
  for await (const { item } of journal.items())
    if ('outcome' in item && item.outcome === 'removed') removed += 1;
  return removed;
}

async function writeSpace(
  tools: CrawlTools,
  state: CrawlState,
  journal: CrawlJournal,
  isComplete: boolean,
): Promise<void> {
  const { openTarget, onOutcome } = tools;
  let target: SpaceTarget | undefined;
  const open = async () => {
    target ??= await openTarget(true);
    return target;
  };
  /** Addresses by the number of their document. */
  const addresses: string[] = [];
  const warnings = new Map<string, string[]>();
  const removed: string[] = [];

  async function* documents(): AsyncIterable<ReadDocument> {
    for await (const { item, isWritten } of journal.items()) {
      const isRemoved = 'outcome' in item && item.outcome === 'removed';
      if (isRemoved && !isComplete) continue;
      if (isRemoved) removed.push(item.address);
      // Reported by the run that wrote it.
      if (isWritten && !isRemoved) continue;
      if ('outcome' in item) onOutcome(item);
      else {
        if (item.warnings) warnings.set(item.id, item.warnings);
        yield { line: addresses.push(item.id), document: documentInput(item) };
      }
    }
  }

  const rejected = new Map<number, string>();
  try {
    let last: IngestProgress | undefined;
    for await (last of ingest(documents(), open))
      for (const { line, message } of last.errors) rejected.set(line, message);
    if (!last?.done) throw new Error(last?.errors[0]?.message ?? 'The documents could not be written');
    for (const address of removed) await (await open()).delete(address);
    // Nothing was written if there is no target.
    if (target) await updateCategories(target, tools);
  } finally {
    await target?.close();
  }
  for (const [index, address] of addresses.entries()) {
    const message = rejected.get(index + 1);
    if (message === undefined)
      onOutcome({ address, ...indexedReason(address, state), warnings: warnings.get(address) ?? [] });
    else {
      onOutcome({ address, outcome: 'failed', reason: message });
      journal.read.set(address, { ...journal.read.get(address), indexed: false } satisfies AddressState);
    }
  }
}

/** A backend or an older server that cannot build categories does not make the run fail. */
async function updateCategories(target: SpaceTarget, { log }: CrawlTools): Promise<void> {
  try {
    const { concepts, changed } = await target.buildCategories();
    if (changed) log(`${concepts} categories`);
  } catch (error) {
    log(`The categories were not updated: ${(error as Error).message}`);
  }
}

function indexedReason(address: string, { pages }: CrawlState): Pick<CrawlOutcome, 'outcome' | 'reason'> {
  const known = pages.get(address);
  return { outcome: 'indexed', reason: known && isIndexed(known) ? 'changed' : 'new' };
}
