/** Synchronization of a source with a search space: reads everything first, then writes and deletes. */

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
  type Document,
  isIndexed,
  ownDocument,
  type SiteModel,
  SiteSurvey,
  type Skipped,
  type Source,
  uploadedDocument,
} from '@semantic-search/sources';
import type { Destination } from './destination.ts';
import { RunLimitError, type RunLimits } from './run-limits.ts';
import { addressOf, type RunState } from './run-state.ts';

export interface AddressOutcome {
  address: string;
  outcome: 'indexed' | Skipped['outcome'];
  reason: string;
  /** What could not be read of an indexed document. */
  warnings?: string[];
}

export interface Synchronization extends Pick<Destination, 'connection' | 'space' | 'run' | 'state'> {
  /** With `isFull`, the source returns all pages, even unchanged ones. */
  source(isFull: boolean): Source;
  /** Options that decide what is read. If they change, all pages are read again. */
  settings: string;
  /** Whether to read all pages, and whether to remove more than half of them. */
  isFull: boolean;
  force: boolean;
  /** Name of the source, an attribute of its documents. */
  site: string;
  limits: RunLimits;
  onOutcome(outcome: AddressOutcome): void;
  log(line: string): void;
}

/** Servers may give wrong dates and entity tags, so that all pages are read now and then. */
const FULL_PASS_MS = 7 * 24 * 3600 * 1000;

/**
 * A run that fails leaves the space as it was. It is resumed by the next one with the same start addresses. Throws if
 * more than half of the pages would be removed, unless `force` is set. A run that reaches a limit writes what it has read,
 * removes nothing, and is resumed too; the limit is returned.
 */
export async function synchronizeSpace(tools: Synchronization): Promise<RunLimitError | null> {
  const { state, force, log, settings } = tools;
  const { lastFull, settings: lastSettings = settings } = state.last;
  const isDue = lastFull === null || Date.now() - Date.parse(lastFull) > FULL_PASS_MS;
  const isFull = tools.isFull || isDue || lastSettings !== settings;
  state.begin({ isFull, settings, mayRemove: force });
  if (state.read.size > 0) log(`Resuming after ${state.read.size} addresses`);
  const limit = state.run.stage === 'reading' ? await readSite(tools) : null;
  if (limit !== null) {
    // Nothing is removed, because the run has not seen all pages.
    await writeSpace({ ...tools, isPartial: true });
    state.keepWritten();
    return limit;
  }
  const removed = state.removals;
  const indexed = [...state.pages.values()].filter(isIndexed).length;
  if (removed > indexed / 2 && removed > 1 && !force) {
    reportFailures(tools);
    throw new Error(
      `The run would remove ${removed} of ${indexed} pages. Nothing was changed. Use --force if this is right.`,
    );
  }
  state.advance('writing');
  const site = await writeSpace(tools);
  const { run } = state;
  state.complete({
    lastFull: run.isFull ? new Date().toISOString() : lastFull,
    settings: run.settings,
    site,
  });
  return null;
}

/** Returns the limit that the run has reached. */
async function readSite(tools: Synchronization): Promise<RunLimitError | null> {
  const { state, limits } = tools;
  if (state.pages.size > 0) await forgetMissing(tools);
  const current = new Map(state.read);
  const source = tools.source(state.run.isFull);
  try {
    for await (const item of source.read({ previous: state.pages, current }, limits.signal)) {
      if (current.has(addressOf(item.item))) continue;
      state.append(item);
      await limits.addresses(state.read.size, state.folder);
      limits.signal.throwIfAborted();
    }
  } catch (error) {
    if (limits.signal.reason instanceof RunLimitError) return limits.signal.reason;
    reportFailures(tools);
    throw error;
  } finally {
    limits.close();
  }
  state.advance('complete');
  return null;
}

function isRemoved(item: Document | Skipped): item is Skipped {
  return 'outcome' in item && item.outcome === 'removed';
}

/** For a run that changes nothing: omits the pages that it would have written or removed. */
function reportFailures({ onOutcome, state }: Synchronization): void {
  for (const { item } of state.items())
    if ('outcome' in item && (item.outcome === 'failed' || item.outcome === 'skipped')) onOutcome(item);
}

/** Pages that the space has lost, as by a restored backup, are read again. */
async function forgetMissing({ connection, space, state: { pages } }: Synchronization): Promise<void> {
  const missing = new Set([...pages].filter(([, page]) => isIndexed(page)).map(([address]) => address));
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

async function writeSpace(tools: Synchronization & { isPartial?: true }): Promise<SiteModel> {
  const { connection, space, state, onOutcome, isPartial } = tools;
  const { survey, site } = surveySite(state);
  /** Addresses in the order of their documents. */
  const addresses: string[] = [];
  const warnings = new Map<string, string[]>();
  const removed: string[] = [];

  async function* documents(): AsyncGenerator<UploadDocument> {
    for (const { item, isWritten } of state.items()) {
      if (isRemoved(item) ? isPartial : isWritten) continue;
      if (isRemoved(item)) removed.push(item.address);
      if ('outcome' in item) onOutcome(item);
      else if (survey.repeatsOthers(item)) leaveOut(item.id);
      else {
        const document = ownDocument(item, site);
        if (document.warnings) warnings.set(item.id, document.warnings);
        addresses.push(item.id);
        const { attributes } = document;
        yield uploadedDocument({ ...document, attributes: { ...attributes, site: [tools.site] } });
      }
    }
  }

  /** A copy of several pages on one. */
  function leaveOut(address: string): void {
    const isKnown = isIndexed(state.pages.get(address) ?? {});
    if (isKnown) removed.push(address);
    state.read.set(address, { ...state.read.get(address), indexed: false });
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
      state.read.set(address, { ...state.read.get(address), indexed: false } satisfies AddressState);
    }
  }
  return site;
}

/** What the pages of the site share: as the last run has found that read them all, or as the items show. */
function surveySite(state: RunState) {
  const survey = new SiteSurvey();
  for (const { item } of state.items()) if (!('outcome' in item)) survey.add(item);
  return { survey, site: (state.run.isFull ? undefined : state.last.site) ?? survey.model() };
}

/** Reasons of rejected documents by their position. Without documents, nothing is sent. */
async function upload(
  documents: AsyncGenerator<UploadDocument>,
  { connection, space, run }: Synchronization,
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
async function updateCategories({ connection, space, log }: Synchronization): Promise<void> {
  try {
    const { concepts, changed } = await buildCategories(connection, space);
    if (changed) log(`${concepts} categories`);
  } catch (error) {
    log(`The categories were not updated: ${(error as Error).message}`);
  }
}

function indexedReason(address: string, { pages }: RunState): Pick<AddressOutcome, 'outcome' | 'reason'> {
  const known = pages.get(address);
  return { outcome: 'indexed', reason: known && isIndexed(known) ? 'changed' : 'new' };
}
