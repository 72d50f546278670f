/** Worker of search spaces: hosts the spaces that the pool assigns to it, and serves their ports. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openSpace, type SpaceOptions } from '../search-space.ts';
import { spaceFiles } from '../storage/space-files.ts';
import { serve, type WorkerMessage } from './bridge.ts';
import { toMessage } from './facet-message.ts';
import { changeThesaurusInWorker, mergeInWorker, parseThesaurusInWorker, trainInWorker } from './tasks.ts';

/** Options without functions, which messages cannot transfer. */
export type ClonedOptions = Pick<SpaceOptions, 'settings' | 'embeddings'>;

/** A search space to host, whose calls arrive at the port. */
export interface Assignment {
  directory: string;
  options: ClonedOptions;
  port: MessagePort;
}

function hostSpace({ directory, options, port }: Assignment): void {
  const opening = openSpace(directory, {
    ...options,
    merge: mergeInWorker,
    train: trainInWorker(spaceFiles(directory).database),
    thesaurusBuilder: { parse: parseThesaurusInWorker, change: changeThesaurusInWorker },
    onWarning: (warning) => port.postMessage({ warning } satisfies WorkerMessage),
  });
  const operations = opening.then((space) => ({
    ...space,
    search: async (...query: Parameters<typeof space.search>) => toMessage(await space.search(...query)),
    operationNames: () => Object.keys(space),
    close: () =>
      space.close().finally(() => {
        // Not before the response is sent.
        setImmediate(() => port.close());
      }),
  }));
  // Every call reports a failure of opening; without calls, nobody handles it.
  operations.catch(() => {});
  serve(port, operations);
}

parentPort?.on('message', (assignment: Assignment) => {
  if (assignment.port) hostSpace(assignment);
});
