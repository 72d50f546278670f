/** Durable file writes: temporary file, fsync, atomic rename, fsync of the directory. */
import { type Stats, statSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { withFileError } from './file-error.ts';
import { preserveOwner } from './file-ownership.ts';

/** Lowdb adapter. `read` returns null for a missing file and throws on a damaged one. Writes are serialized. */
export function durableFile<Data>(path: string, mode = 0o644): Adapter<Data> {
  let lastWrite: Promise<unknown> = Promise.resolve();
  return {
    async read() {
      const text = await withFileError(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      if (text === null) return null;
      try {
        return JSON.parse(text) as Data;
      } catch (cause) {
        throw new Error(`${path} is damaged: not valid JSON`, { cause });
      }
    },
    write(data) {
      const text = `${JSON.stringify(data, null, 2)}\n`;
      const written = lastWrite.then(() => replaceFile(path, text, mode));
      lastWrite = written.catch(() => undefined);
      return written;
    },
  };
}

/** Atomic: readers see the previous or the new content, even after a power loss. One writer at a time. */
export function replaceFile(path: string, text: string, mode = 0o644): Promise<void> {
  return withFileError(path, 'written', replace(path, text, mode));
}

async function replace(path: string, text: string, mode: number): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', mode);
  try {
    await preserveOwner(file, path);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await fsyncDirectory(dirname(path));
}

/** Makes renames in a directory durable: without it a power loss may undo them. */
export async function fsyncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Changes whenever the file is replaced, because the inode changes. Empty for a missing file. */
export function versionOf(path: string): string {
  const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.mtimeMs} ${stats.size}` : '';
}

export function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
