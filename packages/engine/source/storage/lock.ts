/** Keeps a second process, or a second opening in this one, away from a folder: until closed, or the process ends. */
import { truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StorageError, storageError, telling } from './storage-error.ts';

/** Throws `storage-locked` where someone else holds it. A lock of SQLite vanishes with its process, however that ends. */
export function holdLock(file: string): { release(): void } {
  try {
    return hold(file);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage-damaged')) throw error;
    // What it holds says nothing, and nobody holds it, else it would not have been read.
    truncateSync(file);
    return hold(file);
  }
}

function hold(file: string): { release(): void } {
  const lock = telling(() => new DatabaseSync(file), file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const error = storageError(cause, file);
    if (!(error instanceof StorageError && error.code === 'storage-locked')) throw error;
    throw new StorageError('storage-locked', `The search space of ${file} is open already.`, { cause });
  }
  let held = true;
  return {
    release() {
      if (held) lock.close();
      held = false;
    },
  };
}
