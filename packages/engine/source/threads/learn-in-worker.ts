/** Learns in a thread of its own, which ends when it has. */
import { Worker } from 'node:worker_threads';
import type { ConceptModel } from '../concepts/concept-model.ts';
import type { Train } from '../learning.ts';

/** `file` is the database of the space. */
export function trainInWorker(file: string): { train: Train; close(): Promise<void> } {
  let worker: Worker | undefined;
  return {
    train: () =>
      new Promise<ConceptModel | undefined>((resolve, reject) => {
        worker = new Worker(new URL('./learning-worker.ts', import.meta.url), { workerData: { file } });
        worker.once('message', resolve).once('error', reject);
        worker.once('exit', () => resolve(undefined));
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
