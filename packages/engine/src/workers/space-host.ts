/** Host of one search space in a worker: handles the requests of its port and skips cancelled ones. */
import type { MessagePort } from 'node:worker_threads';
import { openSpace } from '../search-space.ts';
import { spaceFiles } from '../storage/space-files.ts';
import { mergeInWorker } from './merge-client.ts';
import type { SpaceLocation, WorkerRequest, WorkerResponse } from './messages.ts';
import { serializeError } from './serialized-error.ts';
import { isSet, signalFromFlag } from './shared-abort-signal.ts';
import { changeThesaurusInWorker, readThesaurusInWorker } from './thesaurus-client.ts';
import { trainInWorker } from './training-client.ts';

export function hostSpace({ directory, options }: SpaceLocation, port: MessagePort): void {
  const send = (response: WorkerResponse) => port.postMessage(response);
  const merger = mergeInWorker();
  const trainer = trainInWorker(spaceFiles(directory).database);
  const opening = openSpace(directory, {
    ...options,
    merge: merger.merge,
    train: trainer.train,
    thesaurusBuilder: { parse: readThesaurusInWorker, change: changeThesaurusInWorker },
    onWarning: (warning) => send({ warning }),
  });
  // The first request reports the failure.
  opening.catch(() => {});

  port.on('message', async ({ number, method, args, cancelFlag }: WorkerRequest) => {
    const signal = signalFromFlag(cancelFlag);
    try {
      const space = await opening;
      signal.throwIfAborted();
      const operation = space[method] as (...args: unknown[]) => Promise<unknown>;
      // Closing does not wait for a training, which may take 30 s.
      if (method === 'close') await trainer.close();
      send({ number, result: await operation(...args, signal) });
    } catch (error) {
      if (!isSet(cancelFlag)) send({ number, error: serializeError(error) });
    }
    if (method === 'close') {
      await merger.close();
      port.close();
    }
  });
}
