/** The embedded backend: every space is a folder under the data directory, opened by the engine. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { openSpaceInWorker, type WritableSpace } from '@semantic-search/engine';
import type { ContentBackend } from './port.ts';

export interface EmbeddedBackendOptions {
  /** Folder that holds one folder a space. */
  directory: string;
  /** Told of what was repaired while opening, in a plain sentence. */
  onWarning: (space: string, message: string) => void;
}

/** Opens every space in the folder; resolves when all can answer. */
export async function openEmbeddedBackend(options: EmbeddedBackendOptions): Promise<ContentBackend> {
  const { directory, onWarning } = options;
  await mkdir(directory, { recursive: true });
  const spaces = new Map<string, Promise<WritableSpace>>();

  const open = (name: string): Promise<WritableSpace> => {
    const opening = openSpaceInWorker(join(directory, name), {
      onWarning: (message) => onWarning(name, message),
    });
    spaces.set(name, opening);
    opening.catch(() => spaces.delete(name));
    return opening;
  };

  const entries = await readdir(directory, { withFileTypes: true });
  await Promise.all(entries.filter((entry) => entry.isDirectory()).map((entry) => open(entry.name)));

  return {
    names: async () => [...spaces.keys()].sort(),
    space: async (name) => spaces.get(name),
    writable: async (name, create) => spaces.get(name) ?? (create ? open(name) : undefined),
    trouble: async () => undefined,
    close: async () => {
      for (const space of await Promise.allSettled(spaces.values())) {
        if (space.status === 'fulfilled') await space.value.close();
      }
    },
  };
}
