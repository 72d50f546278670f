/** The embedded backend: every space is a folder under the data directory, opened by the engine. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  isSpace,
  openSpaceInWorker,
  type StorageCode,
  StorageError,
  type WritableSpace,
  writtenContent,
} from '@semantic-search/engine';
import { ProblemError } from '../errors.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import { shortageBehind } from '../system-errors.ts';
import type { Originals, WritableBackend } from './backend.ts';
import { rejectingWith } from './decorate.ts';

export interface EmbeddedBackendOptions {
  /** Folder that holds one folder a space. */
  directory: string;
  /** Told of what was repaired while opening, and of what cannot be opened, in a plain sentence. */
  onWarning: (space: string, message: string) => void;
}

/** One that could not be opened rests for so long before it is tried again, each time twice as long. In milliseconds. */
const rest = { first: 1000, longest: 60_000 };

/**
 * Opens every space in the folder; resolves when all have been tried. One that cannot be opened, or whose thread has ended
 * since, stops no other, and is tried again when it is asked for, or for the trouble that there is, and has rested.
 */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<WritableBackend> {
  const { directory, onWarning } = options;
  await makeFolder(directory);
  const spaces = new Map<string, Promise<WritableSpace>>();
  /** For how long they rest, and when they are tried again. */
  const unopened = new Map<string, { pause: number; again: number }>();

  const open = (name: string): Promise<WritableSpace> => {
    const opening = openSpaceInWorker(join(directory, name), {
      onWarning: (message) => onWarning(name, message),
      onEnd: (error) => {
        const ended = Promise.reject<WritableSpace>(problemOf(error, name));
        ended.catch(() => undefined);
        spaces.set(name, ended);
        letRest(name, `Its thread has ended: ${error.cause}`);
      },
    }).then(
      (space) => rejectingWith(space, (error) => problemOf(error, name)),
      (error: unknown) => {
        throw problemOf(error, name);
      },
    );
    spaces.set(name, opening);
    return opening;
  };

  /** A space that could not be made is forgotten, so that it can be tried again. */
  const create = (name: string): Promise<WritableSpace> => {
    const opening = open(name);
    opening.catch(() => spaces.delete(name));
    return opening;
  };

  function letRest(name: string, reason: string): void {
    const pause = Math.min(2 * (unopened.get(name)?.pause ?? rest.first / 2), rest.longest);
    unopened.set(name, { pause, again: performance.now() + pause });
    onWarning(name, reason);
  }

  const tryToOpen = (name: string): Promise<unknown> =>
    open(name).then(
      () => unopened.delete(name),
      (error: Error) => letRest(name, `The search space cannot be opened: ${error.cause ?? error}`),
    );

  function find(name: string): Promise<WritableSpace> | undefined {
    const resting = unopened.get(name);
    // Where its files are being replaced none would be begun in their place.
    if (resting && performance.now() >= resting.again && isSpace(join(directory, name))) {
      resting.again = Infinity;
      void tryToOpen(name);
    }
    return spaces.get(name);
  }

  const entries = await readdir(directory, { withFileTypes: true });
  await Promise.all(entries.filter((entry) => entry.isDirectory()).map((entry) => tryToOpen(entry.name)));

  return {
    names: async () => [...spaces.keys()].sort(),
    space: async (name) => find(name),
    content: async (name, mayCreate) => {
      const space = await (find(name) ?? (mayCreate ? create(name) : undefined));
      if (!space) return undefined;
      const originals = originalsOf(space, join(directory, name));
      return { documents: space, originals, thesaurus: space, learner: space };
    },
    trouble: async () => {
      const names = [...unopened.keys()];
      // Who is not ready is asked for nothing else.
      for (const name of names) find(name)?.catch(() => undefined);
      return names.length > 0 ? `Search spaces that cannot be opened: ${names.join(', ')}` : undefined;
    },
    // All at a time: who stops the service waits for no longer than the slowest takes.
    close: async () => {
      const closing = [...spaces.values()].map((opening) =>
        opening.then(
          (space) => space.close(),
          () => undefined,
        ),
      );
      await Promise.all(closing);
    },
  };
}

/** What the disk of the service does wrong, as a client may know it; the log has the rest. */
const faults: Record<StorageCode, string> = {
  'storage-full': 'cannot be written now: the disk is full. Nothing has changed; try again later',
  'storage-damaged': 'cannot be used: its database is damaged',
  'storage-locked': 'is in use by another process',
  'storage-closed': 'has been closed',
  'storage-ended': 'has come to an end, and is opened again in some seconds',
  'storage-failed': 'cannot be read or written now: the disk fails',
};

const withoutEnough = (short: string) =>
  `cannot be used now: the service has not enough ${short}. Nothing has changed; try again later`;

function problemOf(error: unknown, name: string): unknown {
  const short = shortageBehind(error)?.short;
  const fault = error instanceof StorageError ? faults[error.code] : short && withoutEnough(short);
  if (fault === undefined) return error;
  const detail = `The search space "${name}" ${fault}.`;
  const isOpenedAgain = error instanceof StorageError && error.code === 'storage-ended';
  const headers: Record<string, string> = isOpenedAgain ? { 'Retry-After': '5' } : {};
  return new ProblemError('service-unavailable', detail, { cause: error, headers });
}

/** Read beside the engine, which is not held up by it. */
function originalsOf({ stored }: Pick<WritableSpace, 'stored'>, directory: string): Originals {
  const written = writtenContent(directory);
  return {
    stored,
    async *all() {
      yield* written.documents();
    },
    thesaurus: async () => written.thesaurus(),
  };
}
