/** Worker that merges segments. */
import { parentPort } from 'node:worker_threads';
import { mergeParts } from '../index/merge-segments.ts';

parentPort!.on('message', (task: Parameters<typeof mergeParts>) => {
  parentPort!.postMessage(mergeParts(...task));
});
