/** Exclusive lock on the folder of a search space: an SQLite lock, released when the process ends. */
import { chmodSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chownToFolderOwner } from './file-ownership.ts';
import { StorageError, storageError, withStorageErrors } from './storage-error.ts';

/** https://www.sqlite.org/rescode.html#readonly */
const SQLITE_READONLY = 8;

/**
 * Acquires the lock. Throws `storage-locked` if it is held, in this or another process, and `storage-failed` if the file
 * is not writable, since a lock on a read-only file excludes nobody.
 */
export function lockSpace(file: string): { release(): void } {
  try {
    return acquire(file);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage-damaged')) throw error;
    // The file has no content of value. A held lock would have prevented SQLite from reading it.
    truncateSync(file);
    return acquire(file);
  }
}

function acquire(file: string): { release(): void } {
  const lock = withStorageErrors(() => new DatabaseSync(file), file);
  try {
    // SQLite falls back to reading if the file is not writable and takes no lock then; only a write reveals it. The
    // transaction is never committed, and its journal stays in memory.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
    shareWithFolderWriters(file);
    chownToFolderOwner(file);
  } catch (cause) {
    lock.close();
    throw lockError(cause, file);
  }
  let held = true;
  return {
    release() {
      if (held) lock.close();
      held = false;
    },
  };
}

function lockError(cause: unknown, file: string): unknown {
  const { errcode } = cause as { errcode?: number };
  if (errcode !== undefined && (errcode & 0xff) === SQLITE_READONLY) {
    const remedy =
      'Give this user write permission, or make the disk writable, and open the search space again.';
    const message = `${file} cannot be locked because it is not writable. ${remedy}`;
    return new StorageError('storage-failed', message, { cause });
  }
  const error = storageError(cause, file);
  if (!(error instanceof StorageError && error.code === 'storage-locked')) return error;
  return new StorageError('storage-locked', `The search space of ${file} is already open.`, { cause });
}

/** Lets all users who can write the folder lock it. SQLite creates files that only the owner can write. */
function shareWithFolderWriters(file: string): void {
  const [folder, own] = [statSync(dirname(file)), statSync(file)];
  const mode = own.mode | (folder.mode & 0o666);
  if (mode === own.mode || own.uid !== process.getuid?.()) return;
  try {
    chmodSync(file, mode & 0o777);
  } catch {
    // File systems without Unix permissions; other users then get the error of `lockError`.
  }
}
