/** Keeps a second process, or a second opening in this one, away from a folder: until closed, or the process ends. */
import { chmodSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { chownToFolderOwner } from './file-ownership.ts';
import { StorageError, storageError, withStorageErrors } from './storage-error.ts';

/** SQLITE_READONLY of https://www.sqlite.org/rescode.html. */
const readOnly = 8;

/**
 * Throws `storage-locked` where someone else holds it, `storage-failed` where the file cannot be written: what is locked
 * there would keep nobody away. A lock of SQLite vanishes with its process, however that ends.
 */
export function lockSpace(file: string): { release(): void } {
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
  const lock = withStorageErrors(() => new DatabaseSync(file), file);
  try {
    // SQLite opens a file that it may not write for reading, and begins there without any lock: only writing tells. It is
    // never committed, and neither is the journal on the disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1');
    shareWithFolder(file);
    chownToFolderOwner(file);
  } catch (cause) {
    lock.close();
    throw refusal(cause, file);
  }
  let held = true;
  return {
    release() {
      if (held) lock.close();
      held = false;
    },
  };
}

function refusal(cause: unknown, file: string): unknown {
  const { errcode } = cause as { errcode?: number };
  if (errcode !== undefined && (errcode & 0xff) === readOnly) {
    const remedy = 'Give this user the right to, or make its disk writable, and open the space again.';
    const message = `${file} cannot be locked: who locks it has to write it. ${remedy}`;
    return new StorageError('storage-failed', message, { cause });
  }
  const error = storageError(cause, file);
  if (!(error instanceof StorageError && error.code === 'storage-locked')) return error;
  return new StorageError('storage-locked', `The search space of ${file} is open already.`, { cause });
}

/** Who may write in a folder may lock it: SQLite makes files that only their owner writes, whatever the umask. */
function shareWithFolder(file: string): void {
  const [folder, own] = [statSync(dirname(file)), statSync(file)];
  const mode = own.mode | (folder.mode & 0o666);
  if (mode === own.mode || own.uid !== process.getuid?.()) return;
  try {
    chmodSync(file, mode & 0o777);
  } catch {
    // A disk of another system, whose files have the rights that it was mounted with: others are refused by name.
  }
}
