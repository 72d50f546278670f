/** Durable JSON files: temporary file, fsync, atomic rename, fsync of the folder. */
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withFileError } from './file-error.ts';
import { preserveOwner } from './file-ownership.ts';

export type DurableFile<Data> = ReturnType<typeof durableFile<Data>>;

/** Adapter for lowdb, whose own adapter neither syncs nor notices a full disk. One write at a time. */
export function durableFile<Data>(path: string, mode = 0o644) {
  return {
    path,
    /** Returns null for a missing file and throws on a damaged one. */
    async read(): Promise<Data | null> {
      const text = await withFileError(path, 'read', readFile(path, 'utf8').catch(nullIfNotFound));
      return text === null ? null : (parseJson(path, text) as Data);
    },
    write(data: Data): Promise<void> {
      const text = `${JSON.stringify(data, null, 2)}\n`;
      return withFileError(path, 'written', replaceFile(path, text, mode));
    },
    async remove(): Promise<void> {
      await withFileError(path, 'written', rm(path, { force: true }));
      await fsync(dirname(path));
    },
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

/** Atomic: readers see the previous or the new content, even after a power loss. A failure may leave the `.new` file. */
async function replaceFile(path: string, text: string, mode: number): Promise<void> {
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
  await fsync(dirname(path));
}

/** Makes a file durable, or the renames in a directory: without it, a power loss may undo them. */
export async function fsync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export function nullIfNotFound(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
