/** Bridge to a worker: calls with results, errors, transferred streams and abort signals. */
import { extname, join } from 'node:path';
import { ReadableStream } from 'node:stream/web';
import { type MessagePort, Worker } from 'node:worker_threads';
import { QueryError } from '../api.ts';
import { type StorageCode, StorageError } from '../storage/storage-error.ts';

/** One number in shared memory: 1 if the call is aborted. A message would arrive only after the running call. */
export type AbortFlag = Int32Array<SharedArrayBuffer>;

export interface WorkerCall {
  number: number;
  method: string;
  args: unknown[];
  /** Absent if the caller never aborts the call. */
  abortFlag?: AbortFlag | undefined;
}

/** A response has the number of its call; a warning has none. */
export type WorkerMessage =
  | { number: number; result: unknown }
  | { number: number; error: SerializedError }
  | { warning: string };

/** Bridge to the operations that `serve` offers at the other end of the port. */
export function bridge(
  port: Pick<MessagePort | Worker, 'on' | 'postMessage'>,
  onWarning: (message: string) => void = () => {},
) {
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let lastNumber = 0;
  /** Error of all later calls. */
  let rejection: Error | undefined;

  port.on('message', (message: WorkerMessage) => {
    if ('warning' in message) return onWarning(message.warning);
    const { resolve, reject } = pending.get(message.number) ?? {};
    if ('error' in message) reject?.(deserializeError(message.error));
    else resolve?.(message.result as never);
  });

  return {
    /**
     * The last argument may be a signal: when it aborts, the call rejects at once, and the worker stops at its next
     * checkpoint. Async iterables arrive as streams.
     */
    async call<Result>(method: string, ...values: unknown[]): Promise<Result> {
      if (rejection) throw rejection;
      const lastValue = values.at(-1);
      const signal = lastValue instanceof AbortSignal ? lastValue : undefined;
      signal?.throwIfAborted();
      const number = ++lastNumber;
      const abortFlag = signal && new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const abort = () => {
        Atomics.store(abortFlag!, 0, 1);
        reject(signal!.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      pending.set(number, { resolve, reject });
      try {
        const args = (signal ? values.slice(0, -1) : values).map(asStream);
        const streams = args.filter((value) => value instanceof ReadableStream);
        port.postMessage({ number, method, args, abortFlag } satisfies WorkerCall, streams as never);
        return await promise;
      } finally {
        pending.delete(number);
        signal?.removeEventListener('abort', abort);
      }
    },
    /** Pending calls continue. */
    rejectLaterCalls(error: Error): void {
      rejection = error;
    },
    /** Rejects all pending and later calls; later ones with the first error. */
    stop(error: Error): void {
      rejection ??= error;
      for (const { reject } of pending.values()) reject(error);
    },
  };
}

/** The stream of an async iterable; other values as they are. */
function asStream(value: unknown): unknown {
  const isIterable = typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
  return isIterable ? ReadableStream.from(value as AsyncIterable<unknown>) : value;
}

/**
 * Serves calls of operations by their names. An operation whose caller can abort it gets a signal that `throwIfAborted`
 * updates, as its last argument. Skips aborted calls. Rejects all calls if there are no operations.
 */
export function serve(port: Pick<MessagePort, 'on' | 'postMessage'>, operations: Promise<object> | object) {
  port.on('message', async ({ number, method, args, abortFlag }: WorkerCall) => {
    try {
      const operationsByName = (await operations) as Record<string, (...args: unknown[]) => unknown>;
      const signal = abortFlag && signalFromFlag(abortFlag);
      signal?.throwIfAborted();
      const result = await operationsByName[method]!(...args, ...(signal ? [signal] : []));
      port.postMessage({ number, result } satisfies WorkerMessage);
    } catch (error) {
      if (abortFlag && isSet(abortFlag)) return;
      port.postMessage({ number, error: serializeError(error) } satisfies WorkerMessage);
    }
  });
}

/** Starts the worker whose file in this folder has this name, with the extension of this file (`.ts` or compiled). */
export function startWorker(name: string): Worker {
  return new Worker(join(import.meta.dirname, name + extname(import.meta.filename)));
}

const isSet = (flag: AbortFlag): boolean => Atomics.load(flag, 0) === 1;

/** The signal aborts on the first call of `throwIfAborted` after the flag was set, and never emits earlier. */
export function signalFromFlag(flag: AbortFlag): AbortSignal {
  const controller = new AbortController();
  const { signal } = controller;
  signal.throwIfAborted = () => {
    if (isSet(flag)) controller.abort();
    AbortSignal.prototype.throwIfAborted.call(signal);
  };
  return signal;
}

/** `code` comes from a `QueryError`, `StorageError` or system error, `path` from a `QueryError`. */
interface SerializedError {
  name: string;
  message: string;
  stack: string;
  code?: string | undefined;
  path?: string | undefined;
}

/** Converts an error for a message, because structured cloning would lose its class. */
function serializeError(thrown: unknown): SerializedError {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { name, message, stack = '', code } = error as NodeJS.ErrnoException;
  return { name, message, stack, code, path: error instanceof QueryError ? error.path : undefined };
}

function deserializeError(serialized: SerializedError): Error {
  return Object.assign(errorOf(serialized), { stack: serialized.stack });
}

function errorOf({ name, message, code, path }: SerializedError): Error {
  if (name === 'StorageError') return new StorageError(code as StorageCode, message);
  if (name !== 'QueryError') return Object.assign(new Error(message), code !== undefined && { code });
  return new QueryError(code as QueryError['code'], message, path === undefined ? {} : { path });
}
