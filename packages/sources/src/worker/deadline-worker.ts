/** Worker thread that computes one response after the other, with a deadline and a limit of memory. */
import { Worker } from 'node:worker_threads';

export interface DeadlineWorker<Request, Response> {
  /** Throws an error with the reason if the computation takes too long or too much memory, and for `{ error }`. */
  run(request: Request): Promise<Response>;
  close(): Promise<void>;
}

export interface DeadlineWorkerOptions {
  deadlineMs: number;
  maxHeapMb: number;
  /** An unused thread ends after this time; by default never. It does not keep the process alive. */
  idleMs?: number;
}

/** `file` posts one message for each message: the response, or an object with an `error`. */
export function deadlineWorker<Request, Response extends object>(
  file: URL,
  { deadlineMs, maxHeapMb, idleMs }: DeadlineWorkerOptions,
): DeadlineWorker<Request, Response> {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  }

  function started(): Worker {
    clearTimeout(idleTimer);
    worker ??= new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMb } });
    if (idleMs !== undefined) worker.unref();
    return worker;
  }

  function respond(request: Request): Promise<Response | { error: string }> {
    const current = started();
    return new Promise((resolve) => {
      const onError = ({ message }: Error) => fail(message);
      const onExit = () => fail('the worker ended');
      const finish = (response: Response | { error: string }) => {
        clearTimeout(timer);
        current.off('message', finish).off('error', onError).off('exit', onExit);
        if (idleMs !== undefined) idleTimer = setTimeout(() => void stop(), idleMs).unref();
        resolve(response);
      };
      const fail = (error: string) => {
        finish({ error });
        // A later error of the ended worker has no listener left.
        current.on('error', () => undefined);
        worker = null;
        void current.terminate();
      };
      const timer = setTimeout(() => fail(`takes longer than ${deadlineMs / 1000} seconds`), deadlineMs);
      current.on('message', finish).on('error', onError).on('exit', onExit);
      current.postMessage(request);
    });
  }

  return {
    async run(request) {
      const response = last.then(() => respond(request));
      last = response;
      const result = await response;
      if ('error' in result) throw new Error(String(result.error));
      return result;
    },
    close: stop,
  };
}
