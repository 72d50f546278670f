/** Keeps a second process, or a second opening in this one, away from a folder: until closed, or the process ends. */
import { DatabaseSync } from 'node:sqlite';
import { StorageError, storageError } from './storage-error.ts';

/** Throws `storage-locked` where someone else holds it. A lock of SQLite vanishes with its process, however that ends. */
export function holdLock(file: string): { release(): void } {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    const error = storageError(cause, file);
    if (!(error instanceof StorageError && error.code === 'storage-locked')) throw error;
    throw new StorageError('storage-locked', `The search space of ${file} is open already.`, { cause });
  }
  return { release: () => lock.close() };
}
