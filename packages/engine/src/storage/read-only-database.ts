/** Opens the database of a space for reading, from outside of who has it open; also where its disk is read-only. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StorageError, storageError } from './storage-error.ts';

/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN of https://www.sqlite.org/rescode.html. */
const unopened = [3, 8, 14];

/** Throws `storage-failed`, with what to do, where it cannot be opened, which says nothing of what is in it. */
export function openReadOnly(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(isAtRest(file) ? immutable(file) : file, { readOnly: true });
    // Only what is read from is opened in truth.
    database.exec('PRAGMA schema_version');
    return database;
  } catch (error) {
    database?.close();
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined || !unopened.includes(errcode & 0xff)) throw error;
    throw whyUnopened(file, error);
  }
}

/** Nobody can change it, and nothing stands in its journal: it need not be told to others that it is read. */
function isAtRest(file: string): boolean {
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return journal === 0 && fault(dirname(file), constants.W_OK)?.code === 'EROFS';
}

/** SQLite makes files beside a database even to read it, unless it is told this (https://www.sqlite.org/wal.html#readonly). */
function immutable(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function whyUnopened(file: string, cause: unknown): unknown {
  const why = fault(file, constants.R_OK) ?? fault(dirname(file), constants.W_OK);
  if (!why) return storageError(cause, file);
  const remedy =
    why.code === 'EROFS'
      ? 'What was written last is in its journal, which cannot be read beside it there: copy the folder of the space, or all of the data directory, to a disk that can be written, and do it again'
      : 'Who reads it has to write in its folder, too: do it as the user whose folder it is';
  return new StorageError('storage-failed', `${file} cannot be opened: ${why.message}. ${remedy}`, { cause });
}

function fault(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}
