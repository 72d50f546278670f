/** Reads a thesaurus in a thread of its own: questions are answered meanwhile, and what reading takes up is given back. */
import { ReadableStream } from 'node:stream/web';
import { Worker } from 'node:worker_threads';
import { QuestionError } from '../questions.ts';
import type { ReadThesaurus } from '../thesaurus/stored.ts';
import type { ReadAnswer } from './reading-worker.ts';

export function readThesaurusInWorker(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
): Promise<ReadThesaurus> {
  const worker = new Worker(new URL('./reading-worker.ts', import.meta.url));
  const stream = content instanceof ReadableStream ? content : ReadableStream.from(content);
  return new Promise<ReadThesaurus>((resolve, reject) => {
    worker.once('message', (answer: ReadAnswer) => {
      if ('read' in answer) resolve(answer.read);
      else reject(answer.refused === undefined ? new Error(answer.failed) : refusal(answer.refused));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('Reading the thesaurus ended too early.')));
    worker.postMessage({ stream, mediaType }, [stream] as never);
  });
}

const refusal = (message: string) => new QuestionError('invalid-thesaurus', message);
