/** Synchronization of a source with a search space: reads everything first, then writes and deletes. */
import { isDeepStrictEqual } from 'node:util';
import {
  ApiError,
  addDocuments,
  buildCategories,
  type Connection,
  deleteDocuments,
  listDocuments,
  type UploadDocument,
} from '@semantic-search/client';
import { MAX_DELETED_DOCUMENTS } from '@semantic-search/contract/limits';
import {
  type Document,
  isSkipped,
  MIN_SITE_PAGES,
  ownDocument,
  type SiteModel,
  SiteSurvey,
  type Skipped,
  type Source,
  uploadedDocument,
} from '@semantic-search/sources/websites';
import { RunLimitError, type RunLimits, removesTooMany } from './run-limits.ts';
import { addressOf, type RunState } from './run-state.ts';
import type { SourceOptions } from './source-commands.ts';

/** What a run did with one address, for its report. `warnings` are about unreadable values of an indexed document. */
export type AddressOutcome = Omit<Skipped, 'outcome'> & {
  outcome: 'indexed' | Skipped['outcome'];
  warnings?: string[];
};

export interface SourceTask extends Pick<SourceOptions, 'space' | 'full' | 'force'> {
  connection: Connection;
  /** ID of the synchronization run of the server to which the documents belong. */
  serverRun: string | undefined;
  state: RunState;
  /** With `full`, the source reads all pages again. */
  source(options: { full: boolean }): Source;
  /** JSON of the options that decide which documents are read. If they change, all pages are read and written again. */
  settings: string;
  /** Name of the source, an attribute of its documents. */
  siteName: string;
  limits: RunLimits;
  onOutcome(outcome: AddressOutcome): void;
}

const SAME_CONTENT = { outcome: 'unchanged', reason: 'same content' } as const;
/** Time between two runs that read all pages, because servers may send wrong dates and entity tags. */
const FULL_RUN_INTERVAL_MS = 7 * 24 * 3600 * 1000;

/**
 * A run that fails while it reads leaves the space unchanged. A run that fails later may have written a part, and the next
 * run resumes it. Throws if more than half of the pages would be removed, unless `force` is set. A run that reaches a limit
 * writes what it has read, removes nothing, and can be resumed too. Resolves to that limit, or to null.
 */
export async function synchronizeSpace(task: SourceTask): Promise<RunLimitError | null> {
  const { space, state, settings, full = false, force = false } = task;
  const isFull = state.beginOrResume({ isFull: full || isFullRunDue(state.lastRun, settings), settings });
  if (state.readStates.size > 0) console.log(`${space}: Resuming after ${state.readStates.size} addresses`);
  const limit = await readSource(task, { isFull });
  const survey = new SiteSurvey();
  let removedCount = 0;
  for (const item of state.items()) {
    if (!isSkipped(item)) survey.add(item);
    else if (item.outcome === 'removed') removedCount += 1;
  }
  const indexedCount = [...state.lastStates.values()].filter(({ indexed }) => indexed).length;
  if (limit === null && !force && removesTooMany(removedCount, indexedCount)) {
    reportFailures(task);
    state.discard();
    const obstacle = `The run would remove ${removedCount} of ${indexedCount} pages`;
    throw new Error(`${obstacle}. Nothing was changed. Use --force if this is right.`);
  }
  // Shared content is learned from this run if it has read most pages, else from the last run that did.
  const isRepresentative = isFull && survey.documentCount >= Math.max(MIN_SITE_PAGES, indexedCount / 2);
  const model = (isRepresentative ? undefined : state.lastRun.site) ?? survey.model();
  const isNewModel = !isDeepStrictEqual(model, state.lastRun.site);
  await writeSpace(task, { survey, model, isNewModel, isPartial: limit !== null });
  if (limit === null) state.complete({ isFull, settings, site: model });
  return limit;
}

/** Whether a run must read all pages: the first run, a run after a week, and a run with other settings. */
function isFullRunDue({ lastFull, settings: lastSettings }: RunState['lastRun'], settings: string): boolean {
  if (lastFull === null || lastSettings !== settings) return true;
  return Date.now() - Date.parse(lastFull) > FULL_RUN_INTERVAL_MS;
}

/** Stores the items of the source. Returns the limit that the run has reached, or null. */
async function readSource(task: SourceTask, { isFull }: { isFull: boolean }): Promise<RunLimitError | null> {
  const { state, limits } = task;
  if (state.lastStates.size > 0) await forgetMissing(task);
  const earlierStates = { previous: state.lastStates, current: new Map(state.readStates) };
  const entries = task.source({ full: isFull }).read(earlierStates, limits.signal);
  try {
    for await (const { item, state: addressState } of entries) {
      if (earlierStates.current.has(addressOf(item))) continue;
      // Without a hash, the next run reads and writes a page that this full run has not read.
      const { hash, ...withoutHash } = addressState;
      if (isSkipped(item)) state.append(item, isFull ? withoutHash : addressState);
      // Only a full run learns the shared content, so that it also needs unchanged pages.
      else if (isFull || !state.wasIndexed(item.id, hash)) state.append(item, addressState);
      else state.append({ address: item.id, ...SAME_CONTENT }, addressState);
      await limits.checkAddresses(state.readStates.size, state.folder);
      limits.signal.throwIfAborted();
    }
    return null;
  } catch (error) {
    if (limits.signal.reason instanceof RunLimitError) return limits.signal.reason;
    reportFailures(task);
    throw error;
  }
}

/** Reports failures of a run that changes nothing, but not the pages that it would have written or removed. */
function reportFailures({ onOutcome, state }: SourceTask): void {
  for (const item of state.items())
    if (isSkipped(item) && ['failed', 'skipped'].includes(item.outcome)) onOutcome(item);
}

/** Forgets pages that the space has lost, for example by a restored backup, so that they are read again. */
async function forgetMissing({ connection, space, state }: SourceTask): Promise<void> {
  const missingAddresses = new Set([...state.lastStates.keys()].filter((key) => state.wasIndexed(key)));
  try {
    let after: string | null = '';
    while (after !== null) {
      const { documents, next } = await listDocuments(connection, space, { after });
      for (const { id } of documents) missingAddresses.delete(id);
      after = next;
    }
  } catch (error) {
    const status = error instanceof ApiError ? error.status : undefined;
    // 405: this backend cannot list its documents; assume that none is lost. 404: all are lost with the space.
    if (status === 405) return;
    if (status !== 404) throw error;
  }
  for (const address of missingAddresses)
    state.lastStates.set(address, { ...state.lastStates.get(address), indexed: false, requested: true });
}

/** The shared content of the pages of a run, and whether the run has reached a limit before it had seen all pages. */
type RunFindings = { survey: SiteSurvey; model: SiteModel; isNewModel: boolean; isPartial: boolean };

/** Sends the documents of the run, and deletes those that are gone. Reports the outcome of each item. */
async function writeSpace(task: SourceTask, findings: RunFindings): Promise<void> {
  const { connection, space, state, onOutcome } = task;
  const { sentDocuments, removedAddresses, rejections } = await sendDocuments(task, findings);
  for (let start = 0; start < removedAddresses.length; start += MAX_DELETED_DOCUMENTS)
    await deleteDocuments(connection, space, removedAddresses.slice(start, start + MAX_DELETED_DOCUMENTS));
  if (sentDocuments.length + removedAddresses.length > 0) await updateCategories(task);
  for (const { address, warnings } of sentDocuments) {
    const rejection = rejections.get(address);
    const reason = state.wasIndexed(address) ? 'changed' : 'new';
    if (rejection === undefined) onOutcome({ address, outcome: 'indexed', reason, warnings });
    else {
      state.markWithoutDocument(address);
      onOutcome({ address, outcome: 'failed', reason: rejection });
    }
  }
}

/** Sends the documents of the run, one per line, and reports the other items. Returns what was sent, and what to delete. */
async function sendDocuments(task: SourceTask, findings: RunFindings) {
  const { connection, space, state, onOutcome } = task;
  const sentDocuments: { address: string; warnings: string[] }[] = [];
  const removedAddresses: string[] = [];

  async function* documents(): AsyncGenerator<UploadDocument> {
    for (const item of state.items()) {
      // A page that a partial run has not seen may still exist.
      if (findings.isPartial && isSkipped(item) && item.outcome === 'removed') continue;
      const result = isSkipped(item) ? item : documentOrOutcome(item, task, findings);
      if (isSkipped(result)) {
        if (result.outcome === 'removed') removedAddresses.push(result.address);
        onOutcome(result);
      } else {
        sentDocuments.push({ address: result.id, warnings: result.warnings ?? [] });
        yield uploadedDocument(result);
      }
    }
  }

  const { done, errors } = await addDocuments(connection, space, documents(), { run: task.serverRun });
  if (!done) throw new Error(errors.at(-1)?.message ?? 'The documents could not be written');
  const rejections = new Map(errors.map(({ line, message }) => [sentDocuments[line - 1]?.address, message]));
  return { sentDocuments, removedAddresses, rejections };
}

/** The document to send, without shared content; an outcome if it repeats other pages or is in the space already. */
function documentOrOutcome(page: Document, task: SourceTask, { survey, model, isNewModel }: RunFindings) {
  const { siteName, settings, state } = task;
  const document = ownDocument(page, model);
  const repeats = survey.repeatedPages.originalOf(page, document.text);
  if (repeats !== undefined) {
    state.markWithoutDocument(page.id, { repeats });
    const outcome = state.wasIndexed(page.id) ? 'removed' : 'skipped';
    return { address: page.id, outcome, reason: 'repeats other pages' } satisfies Skipped;
  }
  const isStored = state.wasIndexed(page.id, state.readStates.get(page.id)!.hash);
  // The shared content may have changed, although this page has not.
  const isSame = () => !isNewModel || isDeepStrictEqual(document, ownDocument(page, state.lastRun.site!));
  if (isStored && state.lastRun.settings === settings && isSame())
    return { address: page.id, ...SAME_CONTENT } satisfies Skipped;
  return { ...document, attributes: { ...document.attributes, site: [siteName] } } satisfies Document;
}

/** A backend or an older server that cannot build categories does not make the run fail. */
async function updateCategories({ connection, space }: SourceTask): Promise<void> {
  await buildCategories(connection, space).then(
    ({ concepts, changed }) => changed && console.log(`${space}: ${concepts} categories`),
    ({ message }) => console.log(`${space}: The categories were not updated: ${message}`),
  );
}
