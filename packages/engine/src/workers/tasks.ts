/** Long computations in workers: merges, thesauri, training of concept models. */
import type { parseThesaurus } from '@semantic-search/query';
import { QueryError } from '../api.ts';
import type { Train } from '../concept-tagging/trainer.ts';
import type { Merge } from '../index-writing/merge-scheduler.ts';
import { mergeSegments } from '../index-writing/merger.ts';
import { bridge, startWorker } from './bridge.ts';
import type { tasks } from './task-worker.ts';

type Tasks = typeof tasks;
type TaskResult<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

function startTaskWorker() {
  const worker = startWorker('task-worker');
  const { call, stop } = bridge(worker);
  worker.on('error', stop);
  worker.on('exit', (code) => stop(new Error(`Worker exited with code ${code}.`)));
  return { worker, call };
}

/** Runs one task in its own worker, whose end frees all memory of the task. */
async function runTask<Name extends keyof Tasks>(
  name: Name,
  args: Parameters<Tasks[Name]>,
  signal?: AbortSignal,
): Promise<TaskResult<Name>> {
  const { worker, call } = startTaskWorker();
  try {
    return await call<TaskResult<Name>>(name, ...args, ...(signal ? [signal] : []));
  } finally {
    await worker.terminate();
  }
}

/** Up to this number of documents, a merge on this thread is faster than the transfer to a worker. */
const MAX_INLINE_MERGE_DOCS = 500;

/** Worker that merges segments of all spaces of this thread. Reused, because its start takes longer than most merges. */
let merger: ReturnType<typeof startTaskWorker> | undefined;
let runningMerges = 0;

/** Merges large segments in a worker, small ones on this thread. */
export const mergeInWorker: Merge = async (number, inputs, table) => {
  const documents = inputs.reduce((sum, { segment }) => sum + segment.size, 0);
  if (documents <= MAX_INLINE_MERGE_DOCS) return mergeSegments(number, inputs, table);
  if (!merger) {
    merger = startTaskWorker();
    merger.worker.once('exit', () => {
      merger = undefined;
    });
  }
  const { worker, call } = merger;
  // Segments are in shared memory, so only references are transferred.
  const shared = inputs.map(({ segment, deleted, concepts }) => ({ segment, deleted, concepts }));
  worker.ref();
  runningMerges++;
  try {
    return await call('mergeSegments' satisfies keyof Tasks, number, shared, table);
  } finally {
    // An idle merger must not keep the process running.
    if (--runningMerges === 0) worker.unref();
  }
};

/** Trains concept models on the documents of the database in `file`. */
export function trainInWorker(file: string): Train {
  return (options, signal) => runTask('trainOnDatabase', [{ file, ...options }], signal);
}

/** Maximum time after the last piece of the content; reading a million concepts takes one minute. */
const MAX_IDLE_MS = 10 * 60_000;

/** Up to this number of statements, parsing them on this thread takes less time than the start of a worker. */
const MAX_INLINE_STATEMENTS = 2000;

/** Parses a thesaurus. `part` is the name of the part; `main` by default. */
export const parseThesaurusInWorker: typeof parseThesaurus = async (content, mediaType, part) => {
  if (!(Symbol.asyncIterator in content)) {
    if (content.length > MAX_INLINE_STATEMENTS)
      return withMemoryError(runTask('parseThesaurus', [content, mediaType, part]));
    return (await import('@semantic-search/query')).parseThesaurus(content, mediaType, part);
  }
  const timeout = new AbortController();
  const tooSlow = new QueryError('thesaurus-too-large', 'Reading the thesaurus takes too long.');
  const timer = setTimeout(() => timeout.abort(tooSlow), MAX_IDLE_MS).unref();
  async function* restartingTimer(pieces: AsyncIterable<string | Uint8Array>) {
    for await (const piece of pieces) {
      timer.refresh();
      yield piece;
    }
  }
  try {
    const args: Parameters<typeof parseThesaurus> = [restartingTimer(content), mediaType, part];
    return await withMemoryError(runTask('parseThesaurus', args, timeout.signal));
  } finally {
    clearTimeout(timer);
  }
};

/** Resolves to the record of the changed thesaurus. */
export const changeThesaurusInWorker = (...change: Parameters<Tasks['changeThesaurus']>) =>
  withMemoryError(runTask('changeThesaurus', change));

async function withMemoryError<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    throw new QueryError('thesaurus-too-large', 'The thesaurus needs more memory than a worker may use.');
  }
}
