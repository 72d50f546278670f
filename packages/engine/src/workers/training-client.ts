/** Trains the concept model in a worker that ends afterwards. */
import type { Worker } from 'node:worker_threads';
import type { Train, TrainingResult } from '../concept-tagging/trainer.ts';
import { startWorker } from './start-worker.ts';
import type { TrainingTask } from './training-worker.ts';

/** `file` is the path of the database. */
export function trainInWorker(file: string): { train: Train; close(): Promise<void> } {
  let worker: Worker | undefined;
  return {
    train: (evaluate) =>
      new Promise<TrainingResult | undefined>((resolve, reject) => {
        const workerData: TrainingTask = { file, evaluate };
        worker = startWorker('training-worker', { workerData });
        worker.once('message', resolve).once('error', reject);
        worker.once('exit', () => resolve(undefined));
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
