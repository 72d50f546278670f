/**
 * Exclusive lock file between processes and threads, based on SQLite's file locking.
 *
 * The kernel releases the lock when its process ends, so there are no stale locks. The file is never removed, because
 * removing it would let a second process in.
 */
import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chownToFolderOwner } from './file-ownership.ts';
import { primaryCode, SQLITE, StorageError, withStorageErrors } from './storage-error.ts';

/** Prevents garbage collection of open locks, which would release them. */
const openLocks = new Set<DatabaseSync>();

/**
 * Locks the file, which is created if needed, and returns the function that releases it. Returns null while the lock is
 * held, in this or another process. Throws SQLite errors, such as for a read-only file, whose lock would exclude nobody.
 */
export function tryLockFile(file: string): (() => void) | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    // SQLite falls back to reading if the file is not writable and takes no lock then; only a write reveals it. The
    // transaction is never committed, and its journal stays in memory. With IMMEDIATE, one of several attempts succeeds.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; PRAGMA user_version = 1');
    chownToFolderOwner(file);
    shareWithFolderWriters(file);
  } catch (error) {
    lock.close();
    if (primaryCode(error) === SQLITE.BUSY) return null;
    throw error;
  }
  openLocks.add(lock);
  return () => {
    if (openLocks.delete(lock)) lock.close();
  };
}

/** Lets all users who can write the folder lock it. SQLite creates files that only the owner can write. */
function shareWithFolderWriters(file: string): void {
  const current = statSync(file);
  const sharedMode = current.mode | (statSync(dirname(file)).mode & 0o666);
  const user = process.getuid?.();
  const mayChange = user === 0 || user === current.uid;
  if (sharedMode === current.mode || !mayChange) return;
  try {
    chmodSync(file, sharedMode & 0o777);
  } catch (error) {
    // Some file systems have no Unix permissions.
    if (!['EPERM', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Locks a search space and returns the function that releases it. Throws `storage-locked` if it is held. */
export function lockSpace(file: string): () => void {
  let release: ReturnType<typeof tryLockFile>;
  try {
    release = withStorageErrors(() => tryLockFile(file), file);
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'storage-damaged') throw error;
    const remedy = 'Delete it while no process has the search space open; it holds no content.';
    throw new StorageError('storage-damaged', `${file} is damaged. ${remedy}`, { cause: error });
  }
  if (!release) throw new StorageError('storage-locked', `The search space of ${file} is already open.`);
  return release;
}
