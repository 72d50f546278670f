/**
 * Search space worker that counts its cancellation checks and can pause at one of them.
 *
 * Tests measure the progress of a search with it, without a clock.
 */
import { workerData } from 'node:worker_threads';

/** Numbers in shared memory: checks so far, the check to pause at (0 for none), whether to continue. */
export type CheckCounter = Int32Array<SharedArrayBuffer>;
export const CHECK_COUNT = 0;
export const PAUSE_AT_CHECK = 1;
export const CONTINUE = 2;

export function createCheckCounter(): CheckCounter {
  return new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
}

// In the worker: only the abort signal of a request reads shared memory atomically.
if (workerData?.watch) {
  const watch = workerData.watch as CheckCounter;
  const load = Atomics.load;
  const watched = (array: Int32Array, index: number): number => {
    if (Atomics.add(watch, CHECK_COUNT, 1) + 1 === watch[PAUSE_AT_CHECK]) Atomics.wait(watch, CONTINUE, 0);
    return load(array, index);
  };
  Object.assign(Atomics, { load: watched });
  await import('../../src/workers/search-space-worker.ts');
}
