/** Crawl of a site into a search space: reads everything first, then writes and deletes. */

import {
  ApiError,
  addDocuments,
  buildCategories,
  deleteDocuments,
  listDocuments,
  type UploadDocument,
} from '@semantic-search/client';
import { MAX_DELETED_DOCUMENTS } from '@semantic-search/contract';
import {
  type AddressState,
  isIndexed,
  ownDocument,
  type SiteModel,
  SiteSurvey,
  type Skipped,
  type Source,
  uploadedDocument,
} from '@semantic-search/sources';
import { addressOf, type CrawlJournal, type CrawlState } from './crawl-files.ts';
import type { Destination } from './destination.ts';
import { RunLimitError, type RunLimits } from './run-limits.ts';

export interface CrawlOutcome {
  address: string;
  outcome: 'indexed' | Skipped['outcome'];
  reason: string;
  /** What could not be read of an indexed document. */
  warnings?: string[];
}

export interface CrawlTools extends Pick<Destination, 'connection' | 'space' | 'run' | 'files'> {
  /** With `isFull`, the source returns all pages, even unchanged ones. */
  source(isFull: boolean): Source;
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
  const site = await writeSpace(tools, state, journal);
  const pages = new Map([...journal.read].filter(([, each]) => isIndexed(each) || each.requested === true));
  const lastFull = journal.isFull ? new Date().toISOString() : state.lastFull;
  await files.writeState({ lastFull, settings: journal.settings, site, pages });
  await files.removeJournal();
  return null;
}

/** Nothing is removed, because the run has not seen all pages. */
async function keepReadDocuments(tools: CrawlTools, state: CrawlState, journal: CrawlJournal): Promise<void> {
  await writeSpace({ ...tools, isPartial: true }, state, journal);
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
async function forgetMissing(tools: CrawlTools, { pages }: CrawlState): Promise<void> {
  const missing = new Set([...pages].filter(([, state]) => isIndexed(state)).map(([address]) => address));
  const { connection, space } = tools;
  try {
    for (let after: string | undefined; ; ) {
      const { documents, next } = await listDocuments(
        connection,
        space,
        after === undefined ? {} : { after },
      );
      for (const { id } of documents) missing.delete(id);
      if (next === null) break;
      after = next;
    }
  } catch (error) {
    // A backend that cannot list its documents keeps them.
    if (error instanceof ApiError && error.status === 405) return;
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  for (const address of missing)
    pages.set(address, { ...pages.get(address), indexed: false, requested: true });
}

async function countRemoved(journal: CrawlJournal): Promise<number> {
  let removed = 0;
  for await (const { item } of journal.items())
    if ('outcome' in item && item.outcome === 'removed') removed += 1;
  return removed;
}

async function writeSpace(
  tools: CrawlTools & { isPartial?: true },
  state: CrawlState,
  journal: CrawlJournal,
): Promise<SiteModel> {
  const { connection, space, onOutcome, isPartial } = tools;
  const { survey, site } = await surveySite(state, journal);
  /** Addresses in the order of their documents. */
  const addresses: string[] = [];
  const warnings = new Map<string, string[]>();
  const removed: string[] = [];

  async function* documents(): AsyncGenerator<UploadDocument> {
    for await (const { item, isWritten } of journal.items()) {
      const isRemoved = 'outcome' in item && item.outcome === 'removed';
      if (isRemoved && isPartial) continue;
      if (isRemoved) removed.push(item.address);
      // Reported by the run that wrote it.
      if (isWritten && !isRemoved) continue;
      if ('outcome' in item) onOutcome(item);
      else if (survey.repeatsOthers(item)) leaveOut(item.id);
      else {
        const document = ownDocument(item, site);
        if (document.warnings) warnings.set(item.id, document.warnings);
        addresses.push(item.id);
        yield uploadedDocument(document);
      }
    }
  }

  /** A copy of several pages on one. */
  function leaveOut(address: string): void {
    const isKnown = isIndexed(state.pages.get(address) ?? {});
    if (isKnown) removed.push(address);
    journal.read.set(address, { ...journal.read.get(address), indexed: false });
    onOutcome({ address, outcome: isKnown ? 'removed' : 'skipped', reason: 'repeats other pages' });
  }

  const rejected = await upload(documents(), tools);
  for (let start = 0; start < removed.length; start += MAX_DELETED_DOCUMENTS)
    await deleteDocuments(connection, space, removed.slice(start, start + MAX_DELETED_DOCUMENTS));
  if (addresses.length + removed.length > 0) await updateCategories(tools);
  for (const [index, address] of addresses.entries()) {
    const message = rejected.get(index + 1);
    if (message === undefined)
      onOutcome({ address, ...indexedReason(address, state), warnings: warnings.get(address) ?? [] });
    else {
      onOutcome({ address, outcome: 'failed', reason: message });
      journal.read.set(address, { ...journal.read.get(address), indexed: false } satisfies AddressState);
    }
  }
  return site;
}

/** What the pages of the site share: as the last run has found that read them all, or as the journal shows. */
async function surveySite(state: CrawlState, journal: CrawlJournal) {
  const survey = new SiteSurvey();
  for await (const { item } of journal.items()) if (!('outcome' in item)) survey.add(item);
  const site = (journal.isFull ? undefined : state.site) ?? survey.model();
  return { survey, site };
}

/** Reasons of rejected documents by their position. Without documents, nothing is sent. */
async function upload(
  documents: AsyncGenerator<UploadDocument>,
  { connection, space, run }: CrawlTools,
): Promise<Map<number, string>> {
  const first = await documents.next();
  if (first.done) return new Map();
  async function* all() {
    yield first.value as UploadDocument;
    yield* documents;
  }
  const { done, errors } = await addDocuments(connection, space, all(), run === undefined ? {} : { run });
  if (!done) throw new Error(errors.at(-1)?.message ?? 'The documents could not be written');
  return new Map(errors.map(({ line, message }) => [line, message]));
}

/** A backend or an older server that cannot build categories does not make the run fail. */
async function updateCategories({ connection, space, log }: CrawlTools): Promise<void> {
  try {
    const { concepts, changed } = await buildCategories(connection, space);
    if (changed) log(`${concepts} categories`);
  } catch (error) {
    log(`The categories were not updated: ${(error as Error).message}`);
  }
}

function indexedReason(address: string, { pages }: CrawlState): Pick<CrawlOutcome, 'outcome' | 'reason'> {
  const known = pages.get(address);
  return { outcome: 'indexed', reason: known && isIndexed(known) ? 'changed' : 'new' };
}
