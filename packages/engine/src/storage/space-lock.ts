/** Exclusive lock on the folder of a search space. */
import { truncateSync } from 'node:fs';
import { tryLockFile } from './file-lock.ts';
import { StorageError, storageError } from './storage-error.ts';

/** https://www.sqlite.org/rescode.html#readonly */
const SQLITE_READONLY = 8;

/**
 * Acquires the lock and returns the function that releases it. Throws `storage-locked` if it is held, in this or another
 * process, and `storage-failed` if the file is not writable.
 */
export function lockSpace(file: string): () => void {
  try {
    return acquire(file);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage-damaged')) throw error;
    // The file has no content of value. A held lock would have prevented SQLite from reading it.
    truncateSync(file);
    return acquire(file);
  }
}

function acquire(file: string): () => void {
  let release: (() => void) | null;
  try {
    release = tryLockFile(file);
  } catch (cause) {
    throw lockError(cause, file);
  }
  if (!release) throw new StorageError('storage-locked', `The search space of ${file} is already open.`);
  return release;
}

function lockError(cause: unknown, file: string): unknown {
  const { errcode } = cause as { errcode?: number };
  if (errcode === undefined || (errcode & 0xff) !== SQLITE_READONLY) return storageError(cause, file);
  const remedy =
    'Give this user write permission, or make the disk writable, and open the search space again.';
  const message = `${file} cannot be locked because it is not writable. ${remedy}`;
  return new StorageError('storage-failed', message, { cause });
}
