/** A space in a thread of its own, so that searching and writing never hold up the thread that serves. */
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { QueryError, type WritableSpace } from '../api.ts';
import { closable, closedError } from '../closable.ts';
import { sortDocuments } from '../index/indexable-document.ts';
import type { SpaceOptions } from '../search-space.ts';
import { type StorageCode, StorageError } from '../storage/storage-error.ts';
import type { SerializedError, WorkerOptions, WorkerRequest, WorkerResponse } from './messages.ts';
import { setFlag, sharedFlag } from './shared-abort-signal.ts';

type Written = Awaited<ReturnType<WritableSpace['put']>>;

export interface WorkerSpaceOptions extends Pick<SpaceOptions, 'settings' | 'onWarning'> {
  /**
   * Told when the thread of an open space has ended by itself, as for want of memory, with what all are told who ask it
   * (StorageError, `storage-ended`): why is its cause. The space may be opened again then.
   */
  onEnd?: (error: Error) => void;
}

/** Opens the space kept in `directory`, or begins one there. Only one process may have it open. */
export async function openSpaceInWorker(
  directory: string,
  { settings = {}, onWarning = () => {}, onEnd = () => {} }: WorkerSpaceOptions = {},
): Promise<WritableSpace> {
  const workerData: WorkerOptions = { directory, settings };
  const worker = new Worker(new URL('./search-space-worker.ts', import.meta.url), { workerData });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let lastNumber = 0;
  let stopped: Error | undefined;
  let isOpen = false;

  worker.on('message', (answer: WorkerResponse) => {
    if ('warning' in answer) return onWarning(answer.warning);
    const { resolve, reject } = waiting.get(answer.number) ?? {};
    waiting.delete(answer.number);
    if ('error' in answer) reject?.(revived(answer.error));
    else resolve?.(answer.result as never);
  });
  worker.on('error', stop);
  worker.on('exit', (code) => {
    stop(isOpen ? new Error(`It has exited with code ${code}.`) : closedError());
    if (isOpen) onEnd(stopped!);
  });

  function stop(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    stopped ??= isOpen ? endedError(reason) : reason;
    for (const { reject } of waiting.values()) reject(stopped);
    waiting.clear();
  }

  function call<Result>(
    method: WorkerRequest['method'],
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<Result> {
    if (stopped) return Promise.reject(stopped);
    if (signal?.aborted) return Promise.reject(signal.reason);
    const number = ++lastNumber;
    const withdrawn = sharedFlag();
    const streams = args.filter((each) => each instanceof ReadableStream);
    return new Promise<Result>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(number);
        setFlag(withdrawn);
        reject(signal!.reason);
      };
      const done = () => signal?.removeEventListener('abort', giveUp);
      waiting.set(number, {
        resolve: (value) => {
          done();
          resolve(value);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      });
      signal?.addEventListener('abort', giveUp, { once: true });
      worker.postMessage(
        { number, method, args, cancelFlag: withdrawn } satisfies WorkerRequest,
        streams as never,
      );
    });
  }

  try {
    await call('describe', []);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  isOpen = true;
  return closable({
    describe: () => call('describe', []),
    facet: (reference) => call('facet', [reference]),
    search: (question, signal) => call('search', [question], signal),
    suggest: (question, signal) => call('suggest', [question], signal),
    similar: (question, signal) => call('similar', [question], signal),
    recommend: (question, signal) => call('recommend', [question], signal),
    extract: (question, signal) => call('extract', [question], signal),
    document: (id, options, signal) => call('document', [id, options], signal),
    async put(documents) {
      if (stopped) throw stopped;
      // Functions and what throws when it is read cannot be sent: they are refused here.
      const { accepted, refused } = sortDocuments(documents);
      const { accepted: count } =
        accepted.length > 0 ? await call<Written>('put', [accepted]) : { accepted: 0 };
      return { accepted: count, refused };
    },
    delete: (id) => call('delete', [id]),
    stored: (id) => call('stored', [id]),
    replaceThesaurus: (content, mediaType) =>
      call('replaceThesaurus', [ReadableStream.from(content), mediaType]),
    train: () => call('train', []),
    close: async () => {
      isOpen = false;
      if (stopped) return;
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      await call('close', []);
      await exited;
    },
  });
}

function endedError(cause: Error): StorageError {
  return new StorageError('storage-ended', 'The thread of the search space has ended.', { cause });
}

/** Errors lose their class on the way between threads. */
function revived({ name, code, message, stack }: SerializedError): Error {
  const error = ofClass(name, message, code);
  if (stack !== undefined) error.stack = stack;
  return error;
}

function ofClass(name: string, message: string, code: string | undefined): Error {
  if (name === 'StorageError') return new StorageError(code as StorageCode, message);
  if (name === 'QueryError') return new QueryError(code as QueryError['code'], message);
  return Object.assign(new Error(message), code !== undefined && { code });
}
