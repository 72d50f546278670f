/** Remote procedure calls to a space in a worker, over a message port, with cancellation. */
import { ReadableStream } from 'node:stream/web';
import type { MessagePort } from 'node:worker_threads';
import type { WorkerRequest, WorkerResponse } from './messages.ts';
import { deserializeError } from './serialized-error.ts';
import { setFlag, sharedFlag } from './shared-abort-signal.ts';

export interface RpcClient {
  /** Rejects at once when the signal aborts; the worker stops at its next checkpoint. Streams are transferred. */
  call<Result>(method: WorkerRequest['method'], args: unknown[], signal?: AbortSignal): Promise<Result>;
  /** Rejects all pending and later calls. The first error counts. */
  stop(error: Error): void;
  /** The error that calls reject with after `stop`. */
  stopped(): Error | undefined;
}

export function rpcClient(port: MessagePort, onWarning: (message: string) => void): RpcClient {
  const pending = new Map<number, { resolve: (value: never) => void; reject: (error: unknown) => void }>();
  let lastNumber = 0;
  let stopped: Error | undefined;

  port.on('message', (response: WorkerResponse) => {
    if ('warning' in response) return onWarning(response.warning);
    const { resolve, reject } = pending.get(response.number) ?? {};
    pending.delete(response.number);
    if ('error' in response) reject?.(deserializeError(response.error));
    else resolve?.(response.result as never);
  });

  return {
    call<Result>(method: WorkerRequest['method'], args: unknown[], signal?: AbortSignal): Promise<Result> {
      if (stopped) return Promise.reject(stopped);
      if (signal?.aborted) return Promise.reject(signal.reason);
      const number = ++lastNumber;
      const cancelFlag = sharedFlag();
      const streams = args.filter((each) => each instanceof ReadableStream);
      // A value that cannot be cloned rejects the promise.
      return new Promise<Result>((resolve, reject) => {
        const cancel = () => {
          pending.delete(number);
          setFlag(cancelFlag);
          reject(signal!.reason);
        };
        const removeListener = () => signal?.removeEventListener('abort', cancel);
        pending.set(number, {
          resolve: (value) => {
            removeListener();
            resolve(value);
          },
          reject: (error) => {
            removeListener();
            reject(error);
          },
        });
        signal?.addEventListener('abort', cancel, { once: true });
        port.postMessage({ number, method, args, cancelFlag } satisfies WorkerRequest, streams as never);
      });
    },
    stop(error) {
      stopped ??= error;
      for (const { reject } of pending.values()) reject(stopped);
      pending.clear();
    },
    stopped: () => stopped,
  };
}
