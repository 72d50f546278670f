/** Synchronization of a source with a search space: reads everything first, then writes and deletes. */
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
  type Item,
  isIndexed,
  isSkipped,
  ownDocument,
  SiteSurvey,
  type Skipped,
  type Source,
  uploadedDocument,
} from '@semantic-search/sources/websites';
import { RunLimitError, type RunLimits } from './run-limits.ts';
import { addressOf, type RunState } from './run-state.ts';
import type { SourceOptions } from './source-commands.ts';

/** What a run did with one address, for its report. */
export interface AddressOutcome {
  address: string;
  outcome: 'indexed' | Skipped['outcome'];
  reason: string;
  /** Messages about unreadable values of an indexed document. */
  warnings?: string[];
}

export interface Synchronization extends Pick<SourceOptions, 'space' | 'full' | 'force'> {
  connection: Connection;
  /** The synchronization run of the server that the documents are part of. */
  run: string | undefined;
  state: RunState;
  /** With `full`, the source reads all pages again; those with the same content have the outcome `unchanged`. */
  source(options: { full: boolean }): Source;
  /** Options that decide which documents are read. If they change, all pages are read again. */
  settings: string;
  /** Name of the source, an attribute of its documents. */
  site: string;
  limits: RunLimits;
  onOutcome(outcome: AddressOutcome): void;
}

/** Time between two runs that read all pages, because servers may send wrong dates and entity tags. */
const FULL_RUN_INTERVAL_MS = 7 * 24 * 3600 * 1000;

/**
 * A failed run leaves the space unchanged; the next run with the same start addresses resumes it. Throws if more than
 * half of the pages would be removed, unless `force` is set. A run that reaches a limit writes what it has read, removes
 * nothing, and can be resumed too. Resolves to that limit, or to null.
 */
export async function synchronizeSpace(task: Synchronization): Promise<RunLimitError | null> {
  const { space, state, settings, full = false } = task;
  const { lastFull, settings: lastSettings = settings } = state.last;
  const isDue = lastFull === null || Date.now() - Date.parse(lastFull) > FULL_RUN_INTERVAL_MS;
  const isFull = state.begin({ isFull: full || isDue || lastSettings !== settings, settings });
  if (state.readStates.size > 0) console.log(`${space}: Resuming after ${state.readStates.size} addresses`);
  const survey = new SiteSurvey();
  let removed = 0;
  let surveyed = 0;
  const examine = (item: Item['item']) => {
    if (!isSkipped(item)) {
      survey.add(item);
      surveyed++;
    } else if (item.outcome === 'removed') removed++;
  };
  for (const item of state.items()) examine(item);
  const limit = await readSource(task, task.source({ full: isFull }), examine);
  const indexed = [...state.lastStates.values()].filter(isIndexed).length;
  if (limit === null && removed > indexed / 2 && removed > 1 && !task.force) {
    reportFailures(task);
    state.discard();
    const obstacle = `The run would remove ${removed} of ${indexed} pages`;
    throw new Error(`${obstacle}. Nothing was changed. Use --force if this is right.`);
  }
  // What pages share is learned from this run if it has read most of them, else from the last run that has.
  const isRepresentative = isFull && surveyed >= indexed / 2;
  const model = (isRepresentative ? undefined : state.last.site) ?? survey.model();
  // At a limit, nothing is removed, because the run has not seen all pages.
  await writeSpace({ ...task, survey, model, isPartial: limit !== null });
  if (limit === null) state.complete(model);
  return limit;
}

/** Returns the limit that the run has reached, or null. */
async function readSource(task: Synchronization, source: Source, examine: (item: Item['item']) => void) {
  const { state, limits } = task;
  if (state.lastStates.size > 0) await forgetMissing(task);
  const current = new Map(state.readStates);
  try {
    for await (const item of source.read({ previous: state.lastStates, current }, limits.signal)) {
      if (current.has(addressOf(item.item))) continue;
      state.append(item);
      examine(item.item);
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
function reportFailures({ onOutcome, state }: Synchronization): void {
  for (const item of state.items())
    if (isSkipped(item) && ['failed', 'skipped'].includes(item.outcome)) onOutcome(item);
}

/** Forgets pages that the space has lost, for example by a restored backup, so that they are read again. */
async function forgetMissing({ connection, space, state: { lastStates } }: Synchronization): Promise<void> {
  const indexed = [...lastStates].filter(([, state]) => isIndexed(state));
  const missingAddresses = new Set(indexed.map(([address]) => address));
  try {
    let after: string | null = '';
    while (after !== null) {
      const { documents, next } = await listDocuments(connection, space, { after });
      for (const { id } of documents) missingAddresses.delete(id);
      after = next;
    }
  } catch (error) {
    // 405: this backend cannot list its documents; assume that none is lost.
    if (error instanceof ApiError && error.status === 405) return;
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  for (const address of missingAddresses)
    lastStates.set(address, { ...lastStates.get(address), indexed: false, requested: true });
}

/** Sends the documents of the run, and deletes those that are gone. Reports the outcome of each item. */
async function writeSpace(
  task: Synchronization & { survey: SiteSurvey; model: ReturnType<SiteSurvey['model']>; isPartial: boolean },
) {
  const { connection, space, state, survey, model, onOutcome } = task;
  /** Documents in the order in which they are sent: the server reports errors by their position. */
  const sentDocuments: { address: string; warnings: string[] }[] = [];
  const removed: string[] = [];

  async function* documents(): AsyncGenerator<UploadDocument> {
    for (const item of state.items()) {
      if (isSkipped(item)) {
        const isRemoved = item.outcome === 'removed';
        if (isRemoved && task.isPartial) continue;
        if (isRemoved) removed.push(item.address);
        onOutcome(item);
        continue;
      }
      const { warnings = [], attributes, ...document } = ownDocument(item, model);
      const repeats = survey.repeatedPage(item, document.text);
      if (repeats !== undefined) {
        const isKnown = isIndexed(state.lastStates.get(item.id) ?? {});
        if (isKnown) removed.push(item.id);
        state.readStates.set(item.id, { ...state.readStates.get(item.id), indexed: false, repeats });
        const outcome = isKnown ? 'removed' : 'skipped';
        onOutcome({ address: item.id, outcome, reason: 'repeats other pages' });
      } else {
        sentDocuments.push({ address: item.id, warnings });
        yield uploadedDocument({ ...document, attributes: { ...attributes, site: [task.site] } });
      }
    }
  }

  const { done, errors } = await addDocuments(connection, space, documents(), { run: task.run });
  if (!done) throw new Error(errors.at(-1)?.message ?? 'The documents could not be written');
  for (let start = 0; start < removed.length; start += MAX_DELETED_DOCUMENTS)
    await deleteDocuments(connection, space, removed.slice(start, start + MAX_DELETED_DOCUMENTS));
  if (sentDocuments.length + removed.length > 0) await updateCategories(task);
  const rejections = new Map(errors.map(({ line, message }) => [sentDocuments[line - 1]?.address, message]));
  for (const { address, warnings } of sentDocuments) {
    const rejection = rejections.get(address);
    const reason = isIndexed(state.lastStates.get(address) ?? {}) ? 'changed' : 'new';
    if (rejection === undefined) onOutcome({ address, outcome: 'indexed', reason, warnings });
    else {
      state.readStates.set(address, { ...state.readStates.get(address), indexed: false });
      onOutcome({ address, outcome: 'failed', reason: rejection });
    }
  }
}

/** A backend or an older server that cannot build categories does not make the run fail. */
async function updateCategories({ connection, space }: Synchronization): Promise<void> {
  await buildCategories(connection, space).then(
    ({ concepts, changed }) => changed && console.log(`${space}: ${concepts} categories`),
    ({ message }) => console.log(`${space}: The categories were not updated: ${message}`),
  );
}
