/** Parses and changes thesauri in workers of their own, which free their memory when they end. */
import { ReadableStream } from 'node:stream/web';
import type { ParsedThesaurus, PartRemoval, PartReplacement } from '@semantic-search/query';
import { QueryError } from '../api.ts';
import { startWorker } from './start-worker.ts';
import type { ThesaurusResponse, ThesaurusTask } from './thesaurus-worker.ts';

/** `part` is the name of the part; `main` by default. */
export function readThesaurusInWorker(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  part?: string,
): Promise<ParsedThesaurus> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), MAX_IDLE_MS).unref();
  async function* watched() {
    for await (const piece of content) {
      timer.refresh();
      yield piece;
    }
  }
  const stream = ReadableStream.from(watched());
  const result = runInWorker({ stream, mediaType, part }, [stream], deadline.signal);
  return result.finally(() => clearTimeout(timer)) as Promise<ParsedThesaurus>;
}

/** After the last piece of the content; a million concepts take one minute. */
const MAX_IDLE_MS = 10 * 60_000;

/** Resolves to the record of the changed thesaurus. */
export function changeThesaurusInWorker(
  current: Uint8Array | undefined,
  change: PartReplacement | PartRemoval,
): Promise<Uint8Array> {
  return runInWorker({ current, change }, []) as Promise<Uint8Array>;
}

function runInWorker(
  task: ThesaurusTask,
  transferred: unknown[],
  deadline?: AbortSignal,
): Promise<ParsedThesaurus | Uint8Array> {
  const worker = startWorker('thesaurus-worker');
  return new Promise((resolve, reject) => {
    deadline?.addEventListener('abort', () => {
      reject(rejection(tooSlow));
      void worker.terminate();
    });
    worker.once('message', (response: ThesaurusResponse) => {
      if ('result' in response) resolve(response.result);
      else
        reject(response.rejected === undefined ? new Error(response.failed) : rejection(response.rejected));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? rejection(tooLarge) : error),
    );
    worker.once('exit', () => reject(new Error('The worker ended before the thesaurus was built.')));
    worker.postMessage(task, transferred as never);
  });
}

const tooLarge = {
  code: 'thesaurus-too-large',
  message: 'The thesaurus needs more memory than a worker may use.',
} as const;

const tooSlow = {
  code: 'thesaurus-too-large',
  message: 'Reading the thesaurus takes too long.',
} as const;

const rejection = ({ code, message }: Pick<QueryError, 'code' | 'message'>) => new QueryError(code, message);
