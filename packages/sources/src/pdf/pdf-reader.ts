/** Text of PDF files, read in a worker with a deadline and a limit of memory. */
import { Worker } from 'node:worker_threads';
import type { PdfResponse, PdfText } from './pdf-worker.ts';

export interface PdfReader {
  /** Throws an error with the reason for a damaged file, or one that takes too long. One file at a time is read. */
  read(bytes: Uint8Array): Promise<PdfText>;
  close(): Promise<void>;
}

const DEFAULT_DEADLINE_MS = 20_000;
const MAX_HEAP_MB = 256;

export function pdfReader(deadlineMs = DEFAULT_DEADLINE_MS): PdfReader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function stop(): Promise<void> {
    const stopped = worker;
    worker = null;
    await stopped?.terminate();
  }

  function respond(bytes: Uint8Array): Promise<PdfResponse> {
    worker ??= new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const current = worker;
    return new Promise((resolve) => {
      const onError = ({ message }: Error) => fail(message);
      const onExit = () => fail('the worker ended');
      const finish = (response: PdfResponse) => {
        clearTimeout(timer);
        current.off('message', finish).off('error', onError).off('exit', onExit);
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
      current.postMessage(bytes);
    });
  }

  return {
    async read(bytes) {
      const response = last.then(() => respond(bytes));
      last = response;
      const result = await response;
      if ('error' in result) throw new Error(`PDF cannot be read: ${result.error}`);
      return result;
    },
    close: stop,
  };
}
