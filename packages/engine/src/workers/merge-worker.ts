/** Worker that merges segments. */
import { parentPort } from 'node:worker_threads';
import { mergeSegments } from '../index/merger.ts';

parentPort!.on('message', (task: Parameters<typeof mergeSegments>) => {
  parentPort!.postMessage(mergeSegments(...task));
});
