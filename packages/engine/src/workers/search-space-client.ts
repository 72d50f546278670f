/** Client of a search space in a worker, so that searching and writing never block the calling thread. */
import { ReadableStream } from 'node:stream/web';
import { QueryError } from '../api.ts';
import { closable } from '../closable.ts';
import { validateDocuments } from '../index/indexable-document.ts';
import type { SpaceOptions } from '../search-space.ts';
import { type StorageCode, StorageError } from '../storage/storage-error.ts';
import type { WritableSpace } from '../writable-space.ts';
import type { SerializedError, WorkerRequest, WorkerResponse } from './messages.ts';
import { setFlag, sharedFlag } from './shared-abort-signal.ts';
import { connectSpace } from './worker-pool.ts';

type PutResult = Awaited<ReturnType<WritableSpace['put']>>;

export interface WorkerSpaceOptions extends Pick<SpaceOptions, 'settings' | 'onWarning' | 'embeddings'> {
  /**
   * Called when the worker terminates unexpectedly, for example out of memory, with the `StorageError` (`storage-ended`)
   * that all later calls reject with. Its `cause` is the reason. The space can then be opened again.
   */
  onEnd?: (error: Error) => void;
}

/**
 * Opens the search space in `directory`, or creates one, in a worker of the pool. Rejects with `storage-locked` if it is
 * already open, in this or another process.
 */
export async function openSpaceInWorker(
  directory: string,
  { settings = {}, embeddings, onWarning = () => {}, onEnd = () => {} }: WorkerSpaceOptions = {},
): Promise<WritableSpace> {
  const connection = connectSpace({ directory, settings, ...(embeddings && { embeddings }) });
  const { port } = connection;
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let lastNumber = 0;
  let stopped: Error | undefined;
  let isOpen = false;

  port.on('message', (response: WorkerResponse) => {
    if ('warning' in response) return onWarning(response.warning);
    const { resolve, reject } = pending.get(response.number) ?? {};
    pending.delete(response.number);
    if ('error' in response) reject?.(deserializeError(response.error));
    else resolve?.(response.result as never);
  });
  connection.onEnd((reason) => {
    if (stopped) return;
    stop(reason);
    void connection.release();
    if (isOpen) onEnd(stopped!);
  });

  function stop(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    stopped ??= endedError(reason);
    for (const { reject } of pending.values()) reject(stopped);
    pending.clear();
  }

  function call<Result>(
    method: WorkerRequest['method'],
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<Result> {
    if (stopped) return Promise.reject(stopped);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const number = ++lastNumber;
    const cancelFlag = sharedFlag();
    const streams = args.filter((each) => each instanceof ReadableStream);
    return new Promise<Result>((resolve, reject) => {
      const cancel = () => {
        pending.delete(number);
        setFlag(cancelFlag);
        reject(signal!.reason);
      };
      const done = () => signal?.removeEventListener('abort', cancel);
      pending.set(number, {
        resolve: (value) => {
          done();
          resolve(value);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      signal?.addEventListener('abort', cancel, { once: true });
      port.postMessage({ number, method, args, cancelFlag } satisfies WorkerRequest, streams as never);
    });
  }

  async function close(): Promise<void> {
    if (stopped) return;
    const hostClosed = new Promise((resolve) => port.once('close', resolve));
    await call('close', []).catch(() => undefined);
    if (!stopped) await hostClosed;
    await connection.release();
  }

  try {
    await call('describe', []);
  } catch (error) {
    await close();
    throw error;
  }
  isOpen = true;
  return closable({
    describe: () => call('describe', []),
    facets: (references, signal) => call('facets', [references], signal),
    search: (query, signal) => call('search', [query], signal),
    suggest: (query, signal) => call('suggest', [query], signal),
    similar: (query, signal) => call('similar', [query], signal),
    recommend: (query, signal) => call('recommend', [query], signal),
    extract: (query, signal) => call('extract', [query], signal),
    document: (id, options, signal) => call('document', [id, options], signal),
    async put(documents) {
      if (stopped) throw stopped;
      // Functions and throwing getters cannot be cloned, so invalid documents are rejected before the transfer.
      const { accepted, refused } = validateDocuments(documents, embeddings);
      const { accepted: count } =
        accepted.length > 0 ? await call<PutResult>('put', [accepted]) : { accepted: 0 };
      return { accepted: count, refused };
    },
    delete: (id) => call('delete', [id]),
    deleteAll: (ids) => call('deleteAll', [ids]),
    list: (after, count) => call('list', [after, count]),
    latestRun: () => call('latestRun', []),
    startRun: (run) => call('startRun', [run]),
    addToRun: (id, documents, hasUnreadable) => call('addToRun', [id, documents, hasUnreadable]),
    hashes: (ids) => call('hashes', [ids]),
    countMissing: (id) => call('countMissing', [id]),
    removeMissing: (id) => call('removeMissing', [id]),
    completeRun: (id, removed) => call('completeRun', [id, removed]),
    abandonRun: (id) => call('abandonRun', [id]),
    stored: (id) => call('stored', [id]),
    replaceThesaurus: (content, mediaType) =>
      call('replaceThesaurus', [ReadableStream.from(content), mediaType]),
    train: () => call('train', []),
    documentsToEmbed: (count) => call('documentsToEmbed', [count]),
    addEmbeddings: (computed) => call('addEmbeddings', [computed]),
    close: async () => {
      isOpen = false;
      await close();
    },
  });
}

function endedError(cause: Error): StorageError {
  return new StorageError('storage-ended', 'The worker of the search space has terminated.', { cause });
}

/** Restores the class of an error, which structured cloning loses. */
function deserializeError({ stack, ...serialized }: SerializedError): Error {
  const error = createError(serialized);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function createError({ name, message, code, path }: Omit<SerializedError, 'stack'>): Error {
  if (name === 'StorageError') return new StorageError(code as StorageCode, message);
  if (name === 'QueryError') {
    const options = path === undefined ? {} : { path };
    return new QueryError(code as QueryError['code'], message, options);
  }
  return Object.assign(new Error(message), code !== undefined && { code });
}
