/**
 * The thread of a space in which every look at whether an answer is still wanted is counted, and which stops at one
 * of them until it is told to go on: how far a question came can be told without a clock.
 */
import { workerData } from 'node:worker_threads';

/** Numbers in shared memory: looks so far, the look to stop at (0 for none), whether to go on. */
export type Watch = Int32Array<SharedArrayBuffer>;
export const looksSoFar = 0;
export const lookToStopAt = 1;
export const mayGoOn = 2;

export function newWatch(): Watch {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

// In the thread itself: the only one that asks shared memory is the signal of a question.
if (workerData?.watch) {
  const watch = workerData.watch as Watch;
  const load = Atomics.load;
  const watched = (array: Int32Array, index: number): number => {
    if (Atomics.add(watch, looksSoFar, 1) + 1 === watch[lookToStopAt]) Atomics.wait(watch, mayGoOn, 0);
    return load(array, index);
  };
  Object.assign(Atomics, { load: watched });
  await import('../../src/workers/search-space-worker.ts');
}
