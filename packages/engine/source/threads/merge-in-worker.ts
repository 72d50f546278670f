/** Merges large segments in a thread of their own, which is started when first needed; small ones at once. */
import { Worker } from 'node:worker_threads';
import type { Merge } from '../index/live-index.ts';
import { mergeSegments } from '../index/merge-segments.ts';
import type { Segment } from '../index/segment.ts';

/** Merging so few documents takes less time than anyone would notice. */
const smallMerge = 2000;

export function mergeInWorker(): { merge: Merge; close(): Promise<void> } {
  let worker: Worker | undefined;

  function elsewhere(number: number, inputs: Parameters<Merge>[1]): Promise<Segment> {
    worker ??= new Worker(new URL('./merge-worker.ts', import.meta.url));
    const thread = worker;
    // Segments are shared memory: only references travel.
    const message = inputs.map(({ segment, deleted }) => ({ segment, deleted }));
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        thread.off('message', succeed).off('error', fail);
        finish();
      };
      const succeed = (segment: Segment) => settle(() => resolve(segment));
      const fail = (error: unknown) =>
        settle(() => {
          worker = undefined;
          reject(error);
        });
      thread.on('message', succeed).on('error', fail);
      thread.postMessage({ number, inputs: message });
    });
  }

  return {
    async merge(number, inputs) {
      const size = inputs.reduce((sum, { segment }) => sum + segment.size, 0);
      return size <= smallMerge ? mergeSegments(number, inputs) : elsewhere(number, inputs);
    },
    async close() {
      await worker?.terminate();
    },
  };
}
