/** Durable JSON files: temporary file, fsync, atomic rename, fsync of the folder. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Adapter } from 'lowdb';
import { withFileError } from './file-error.ts';
import { preserveOwner } from './file-ownership.ts';

/** Lowdb adapter. lowdb's own one neither syncs nor notices that a disk is full. */
export interface DurableFile<Data> extends Adapter<Data> {
  readonly path: string;
  /** Returns null for a missing file and throws on a damaged one. */
  read(): Promise<Data | null>;
  /** One write at a time. */
  write(data: Data): Promise<void>;
  remove(): Promise<void>;
}

export function durableFile<Data>(path: string, mode = 0o644): DurableFile<Data> {
  return {
    path,
    async read() {
      const text = await withFileError(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      return text === null ? null : (parseJson(path, text) as Data);
    },
    write: (data) => replaceFile(path, `${JSON.stringify(data, null, 2)}\n`, mode),
    remove: () => withFileError(path, 'written', remove(path)),
  };
}

/** The object or list in a file. The error names the file. */
export function parseJson(path: string, text: string): object {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${path} is damaged: not valid JSON`, { cause });
  }
  if (typeof content === 'object' && content !== null) return content;
  throw new Error(`${path} is damaged: neither an object nor a list`);
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

async function remove(path: string): Promise<void> {
  await rm(path, { force: true });
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

export function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
