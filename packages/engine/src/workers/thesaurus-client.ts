/** Parses a thesaurus in a worker of its own, which frees its memory when it ends. */
import { ReadableStream } from 'node:stream/web';
import type { ParsedThesaurus } from '@semantic-search/query';
import { QueryError } from '../api.ts';
import { startWorker } from './start-worker.ts';
import type { ParseResponse } from './thesaurus-worker.ts';

export function readThesaurusInWorker(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
): Promise<ParsedThesaurus> {
  const worker = startWorker('thesaurus-worker');
  const stream = content instanceof ReadableStream ? content : ReadableStream.from(content);
  return new Promise<ParsedThesaurus>((resolve, reject) => {
    worker.once('message', (response: ParseResponse) => {
      if ('parsed' in response) resolve(response.parsed);
      else
        reject(response.rejected === undefined ? new Error(response.failed) : rejection(response.rejected));
    });
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? rejection(tooLarge) : error),
    );
    worker.once('exit', () => reject(new Error('The worker ended before the thesaurus was parsed.')));
    worker.postMessage({ stream, mediaType }, [stream] as never);
  });
}

const tooLarge = {
  code: 'thesaurus-too-large',
  message: 'The thesaurus needs more memory than a worker may use.',
} as const;

const rejection = ({ code, message }: Pick<QueryError, 'code' | 'message'>) => new QueryError(code, message);
