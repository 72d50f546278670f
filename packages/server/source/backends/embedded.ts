/** The embedded backend: every space is a folder under the data directory, opened by the engine. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSpaceInWorker, type WritableSpace } from '@semantic-search/engine';
import type { ContentBackend } from './port.ts';

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
      const space = await (spaces.get(name) ?? (mayCreate ? create(name) : undefined));
      return space && { documents: space, originals: space, thesaurus: space, learner: space };
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
