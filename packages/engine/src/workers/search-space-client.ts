/** Client of a search space in a worker, so that searching and writing never block the calling thread. */
import { ReadableStream } from 'node:stream/web';
import type { SpaceOptions } from '../search-space.ts';
import { closedError, StorageError } from '../storage/storage-error.ts';
import type { WritableSpace } from '../writable-space.ts';
import { type Bridge, bridge } from './bridge.ts';
import type { ClonedOptions } from './search-space-worker.ts';
import { connectSpace } from './worker-pool.ts';

export interface WorkerSpaceOptions extends ClonedOptions, Pick<SpaceOptions, 'onWarning'> {
  /**
   * Called when the worker terminates unexpectedly, for example out of memory, with the `StorageError` (`storage-ended`)
   * that all later calls reject with. Its `cause` is the reason. The space can then be opened again.
   */
  onEnd?: (error: Error) => void;
  /** Opens the space in a worker of its own, so that its end does not end others. */
  alone?: boolean;
}

/**
 * Opens the search space in `directory`, or creates one, in a worker of the pool. Rejects with `storage-locked` if it is
 * already open, in this or another process.
 */
export async function openSearchSpace(
  directory: string,
  { onWarning = () => {}, onEnd = () => {}, alone = false, ...options }: WorkerSpaceOptions = {},
): Promise<WritableSpace> {
  let [isOpen, hasEnded] = [false, false];
  let closing: Promise<void> | undefined;
  const { port, release } = connectSpace({
    directory,
    options,
    isAlone: alone,
    onEnd(reason) {
      if (hasEnded) return;
      hasEnded = true;
      const error = endedError(reason);
      stop(error);
      void release();
      if (isOpen && !closing) onEnd(error);
    },
  });
  const { call, rejectLaterCalls, stop } = bridge(port, onWarning);

  async function close(): Promise<void> {
    if (hasEnded) return;
    const hostClosed = new Promise((resolve) => port.once('close', resolve));
    const closed = call('close', []);
    rejectLaterCalls(closedError());
    await closed.catch(() => undefined);
    if (!hasEnded) await hostClosed;
    await release();
  }

  try {
    await call('describe', []);
  } catch (error) {
    await close();
    throw error;
  }
  isOpen = true;
  return {
    ...callOperations(call),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** The operations as calls of the worker, by their names. */
function callOperations(call: Bridge['call']): Omit<WritableSpace, 'close'> {
  return {
    describe: () => call('describe', []),
    facets: (references, signal) => call('facets', [references], signal),
    unresolved: (scope, signal) => call('unresolved', [scope], signal),
    search: (query, signal) => call('search', [query], signal),
    suggest: (query, signal) => call('suggest', [query], signal),
    similar: (query, signal) => call('similar', [query], signal),
    recommend: (query, signal) => call('recommend', [query], signal),
    extract: (query, signal) => call('extract', [query], signal),
    document: (id, query, signal) => call('document', [id, query], signal),
    put: (documents) => call('put', [documents]),
    delete: (id) => call('delete', [id]),
    deleteAll: (ids) => call('deleteAll', [ids]),
    list: (after, count) => call('list', [after, count]),
    latestRun: () => call('latestRun', []),
    startRun: (run) => call('startRun', [run]),
    addToRun: (id, part) => call('addToRun', [id, part]),
    hashes: (ids) => call('hashes', [ids]),
    countMissing: (id, prefix) => call('countMissing', [id, prefix]),
    removeMissing: (id, prefix) => call('removeMissing', [id, prefix]),
    completeRun: (id, removed) => call('completeRun', [id, removed]),
    abandonRun: (id) => call('abandonRun', [id]),
    stored: (id) => call('stored', [id]),
    replaceThesaurus(content, mediaType, part) {
      const source = Symbol.asyncIterator in content ? ReadableStream.from(content) : content;
      return call('replaceThesaurus', [source, mediaType, part]);
    },
    removeThesaurus: (part) => call('removeThesaurus', [part]),
    thesauri: () => call('thesauri', []),
    train: () => call('train', []),
    ranking: () => call('ranking', []),
    replaceRanking: (settings) => call('replaceRanking', [settings]),
    documentsToEmbed: (count) => call('documentsToEmbed', [count]),
    addEmbeddings: (computed) => call('addEmbeddings', [computed]),
  };
}

function endedError(reason: unknown): StorageError {
  const cause = reason instanceof Error ? reason : new Error(String(reason));
  return new StorageError('storage-ended', 'The worker of the search space has terminated.', { cause });
}
