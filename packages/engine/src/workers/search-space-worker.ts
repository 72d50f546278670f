/** Worker of search spaces: hosts the spaces that the pool assigns to it, and serves their ports. */
import { type MessagePort, parentPort } from 'node:worker_threads';
import { openSpace, type SpaceOptions } from '../search-space.ts';
import { spaceFiles } from '../storage/space-files.ts';
import { serve } from './bridge.ts';
import { changeThesaurusInWorker, mergeInWorker, readThesaurusInWorker, trainInWorker } from './tasks.ts';

/** Options without functions, which messages cannot transfer. */
export type ClonedOptions = Pick<SpaceOptions, 'settings' | 'embeddings'>;

/** A search space to host, whose calls arrive at the port. */
export interface Assignment {
  directory: string;
  options: ClonedOptions;
  port: MessagePort;
}

export function hostSpace({ directory, options, port }: Assignment): void {
  const { warn } = serve(port, async (method, args, signal) => {
    try {
      const space = await opening;
      signal.throwIfAborted();
      const operations = space as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
      return await operations[method]!(...args, signal);
    } finally {
      // After the response.
      if (method === 'close') setImmediate(() => port.close());
    }
  });
  const opening = openSpace(directory, {
    ...options,
    merge: mergeInWorker,
    train: trainInWorker(spaceFiles(directory).database),
    thesaurusBuilder: { parse: readThesaurusInWorker, change: changeThesaurusInWorker },
    onWarning: warn,
  });
  // The first call reports the failure.
  opening.catch(() => {});
}

parentPort?.on('message', (assignment: Assignment) => {
  if (assignment.port) hostSpace(assignment);
});
