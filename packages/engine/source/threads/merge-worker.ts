/** The thread that merges segments. */
import { parentPort } from 'node:worker_threads';
import { type MergeInput, mergeSegments } from '../index/merge-segments.ts';

parentPort!.on('message', ({ number, inputs }: { number: number; inputs: MergeInput[] }) => {
  parentPort!.postMessage(mergeSegments(number, inputs));
});
