/** The thread that holds a space: answers one question after the other, and leaves those given up meanwhile. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSpace } from '../search-space.ts';
import { spaceFiles } from '../storage/space-files.ts';
import { mergeInWorker } from './merge-client.ts';
import type { WorkerOptions, WorkerRequest, WorkerResponse } from './messages.ts';
import { isSet, signalFromFlag } from './shared-abort-signal.ts';
import { readThesaurusInWorker } from './thesaurus-client.ts';
import { trainInWorker } from './training-client.ts';

const { directory, settings } = workerData as WorkerOptions;
const port = parentPort!;
const send = (answer: WorkerResponse) => port.postMessage(answer);
const merger = mergeInWorker();
const learner = trainInWorker(spaceFiles(directory).database);

const opening = openSpace(directory, {
  settings,
  merge: merger.merge,
  train: learner.train,
  readThesaurus: readThesaurusInWorker,
  onWarning: (warning) => send({ warning }),
});
// Whoever asks first is told why it could not be opened.
opening.catch(() => {});

port.on('message', answer);

async function answer({ number, method, args, cancelFlag: withdrawn }: WorkerRequest): Promise<void> {
  const signal = signalFromFlag(withdrawn);
  try {
    const space = await opening;
    signal.throwIfAborted();
    const ask = space[method] as (...args: unknown[]) => Promise<unknown>;
    // Learning may take half a minute: closing does not wait for it.
    if (method === 'close') await learner.close();
    send({ number, result: await ask(...args, signal) });
  } catch (error) {
    if (!isSet(withdrawn)) send({ number, error: described(error) });
  }
  if (method === 'close') {
    await merger.close();
    port.close();
  }
}

function described(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code } = error as NodeJS.ErrnoException;
  return { name, message, ...(stack !== undefined && { stack }), ...(code !== undefined && { code }) };
}
