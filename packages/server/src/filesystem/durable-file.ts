/** A lowdb adapter whose `write` is on the disk when it returns: written aside, synced, renamed, directory synced. */
import { type Stats, statSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { naming } from './file-error.ts';
import { keepOwner } from './file-ownership.ts';

/** `read` gives null for a missing file and throws on a damaged one. Writes follow one another. */
export function durableFile<Data>(path: string, mode = 0o644): Adapter<Data> {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async read() {
      const text = await naming(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      if (text === null) return null;
      try {
        return JSON.parse(text) as Data;
      } catch (cause) {
        throw new Error(`${path} is damaged: it holds no valid JSON`, { cause });
      }
    },
    write(data) {
      const text = `${JSON.stringify(data, null, 2)}\n`;
      const written = last.then(() => replaceFile(path, text, mode));
      last = written.catch(() => undefined);
      return written;
    },
  };
}

/** Readers see the former content or the new one, never a part; after a power loss too. One writer at a time. */
export function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  return naming(path, 'written', replace(path, text, mode));
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const aside = `${path}.new`;
  const file = await open(aside, 'w', mode);
  try {
    await keepOwner(file, path);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
  await fsyncDirectory(dirname(path));
}

/** Makes the names in a directory durable: a file renamed into it may otherwise be gone after a power loss. */
export async function fsyncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Changes whenever the file was replaced: the inode is another then. Empty when there is none. */
export function versionOf(path: string): string {
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
}

export function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
