/** Merges large segments in a worker, started on first use; small segments on this thread. */
import type { Worker } from 'node:worker_threads';
import { type MergedSegment, mergeSegments } from '../index/merger.ts';
import type { Merge } from '../index/writer.ts';
import { startWorker } from './start-worker.ts';

/** Merging up to this many documents takes less time than the transfer is worth. */
const MAX_INLINE_MERGE_DOCS = 500;

export function mergeInWorker(): { merge: Merge; close(): Promise<void> } {
  let worker: Worker | undefined;

  function mergeRemotely(...[number, inputs, table]: Parameters<Merge>): Promise<MergedSegment> {
    worker ??= startWorker('merge-worker');
    const thread = worker;
    // Segments are in shared memory, so only references are transferred.
    const shared = inputs.map(({ segment, deleted }) => ({ segment, deleted }));
    const task: Parameters<typeof mergeSegments> = [number, shared, table];
    return new Promise((resolve, reject) => {
      const settle = (finish: () => void) => {
        thread.off('message', succeed).off('error', fail);
        finish();
      };
      const succeed = (merged: MergedSegment) => settle(() => resolve(merged));
      const fail = (error: unknown) =>
        settle(() => {
          worker = undefined;
          reject(error);
        });
      thread.on('message', succeed).on('error', fail);
      thread.postMessage(task);
    });
  }

  return {
    async merge(...task) {
      const size = task[1].reduce((sum, { segment }) => sum + segment.size, 0);
      return size <= MAX_INLINE_MERGE_DOCS ? mergeSegments(...task) : mergeRemotely(...task);
    },
    async close() {
      await worker?.terminate();
    },
  };
}
