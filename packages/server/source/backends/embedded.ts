/** The embedded backend: every space is a folder under the data directory, opened by the engine. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  openSpaceInWorker,
  type StorageCode,
  StorageError,
  type WritableSpace,
  writtenContent,
} from '@semantic-search/engine';
import { ProblemError } from '../errors.ts';
import { shortageBehind } from '../system-errors.ts';
import { rejectingWith } from './around.ts';
import type { ContentBackend, Originals } from './port.ts';

export interface EmbeddedBackendOptions {
  /** Folder that holds one folder a space. */
  directory: string;
  /** Told of what was repaired while opening, and of what cannot be opened, in a plain sentence. */
  onWarning: (space: string, message: string) => void;
}

/** Opens every space in the folder; resolves when all have been tried. One that cannot be opened stops no other. */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<ContentBackend> {
  const { directory, onWarning } = options;
  await mkdir(directory, { recursive: true });
  const spaces = new Map<string, Promise<WritableSpace>>();
  const unopened = new Set<string>();

  const open = (name: string): Promise<WritableSpace> => {
    const opening = openSpaceInWorker(join(directory, name), {
      onWarning: (message) => onWarning(name, message),
    });
    spaces.set(name, opening);
    return opening;
  };

  /** A space that could not be made is forgotten, so that it can be tried again. */
  const create = (name: string): Promise<WritableSpace> => {
    const opening = open(name);
    opening.catch(() => spaces.delete(name));
    return opening;
  };

  const tryToOpen = (name: string) =>
    open(name).catch((error: unknown) => {
      unopened.add(name);
      onWarning(name, `The search space cannot be opened: ${String(error)}`);
    });

  const entries = await readdir(directory, { withFileTypes: true });
  await Promise.all(entries.filter((entry) => entry.isDirectory()).map((entry) => tryToOpen(entry.name)));

  return {
    names: async () => [...spaces.keys()].sort(),
    space: async (name) => spaces.get(name),
    content: async (name, mayCreate) => {
      const opening = spaces.get(name) ?? (mayCreate ? create(name) : undefined);
      const space = await opening?.catch((error: unknown) => {
        throw problemOf(error, name);
      });
      if (!space) return undefined;
      const told = rejectingWith(space, (error) => problemOf(error, name));
      const originals = originalsOf(told, join(directory, name));
      return { documents: told, originals, thesaurus: told, learner: told };
    },
    trouble: async () =>
      unopened.size > 0 ? `Search spaces that cannot be opened: ${[...unopened].join(', ')}` : undefined,
    close: async () => {
      for (const space of await Promise.allSettled(spaces.values())) {
        if (space.status === 'fulfilled') await space.value.close();
      }
    },
  };
}

/** What the disk of the service does wrong, as a client may know it; the log has the rest. */
const faults: Record<StorageCode, string> = {
  'storage-full': 'cannot be written now: the disk is full. Nothing has changed; try again later',
  'storage-damaged': 'cannot be used: its database is damaged',
  'storage-locked': 'is in use by another process',
  'storage-closed': 'has been closed',
  'storage-failed': 'cannot be read or written now: the disk fails',
};

const withoutEnough = (short: string) =>
  `cannot be used now: the service has not enough ${short}. Nothing has changed; try again later`;

function problemOf(error: unknown, name: string): unknown {
  const short = shortageBehind(error)?.short;
  const fault = error instanceof StorageError ? faults[error.code] : short && withoutEnough(short);
  if (fault === undefined) return error;
  const detail = `The search space "${name}" ${fault}.`;
  return new ProblemError('service-unavailable', detail, { cause: error });
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
