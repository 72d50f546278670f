/** Read-only database of a search space that may be in use: opening, copy, integrity check. */
import { accessSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '@semantic-search/query/errors';
import { databaseLoss, spaceFiles } from './space-files.ts';
import { primaryCode, StorageError, storageError, withStorageErrors } from './storage-error.ts';

/** SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN (https://www.sqlite.org/rescode.html). */
const OPEN_ERRORS = [3, 8, 14];

/** Throws `storage-failed` with a remedy if the file cannot be opened. */
export function openReadOnly(file: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(isImmutable(file) ? immutableUrl(file) : file, { readOnly: true });
    // SQLite opens the file lazily.
    database.exec('PRAGMA schema_version');
    return database;
  } catch (error) {
    database?.close();
    const code = primaryCode(error);
    throw code !== undefined && OPEN_ERRORS.includes(code) ? openError(file, error) : error;
  }
}

/** True if the disk is read-only and the journal is empty: then the file cannot change and needs no lock. */
function isImmutable(file: string): boolean {
  const journalSize = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return journalSize === 0 && accessError(dirname(file), constants.W_OK)?.code === 'EROFS';
}

/** SQLite writes files next to a database even for reading, except with this option (https://www.sqlite.org/wal.html#readonly). */
function immutableUrl(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function openError(file: string, cause: unknown): unknown {
  const accessDenied = accessError(file, constants.R_OK) ?? accessError(dirname(file), constants.W_OK);
  if (!accessDenied) return storageError(cause, file);
  const remedy =
    accessDenied.code === 'EROFS'
      ? 'Its journal contains recent writes and cannot be read on a read-only disk: copy the folder of the search space, or the whole data directory, to a writable disk and try again'
      : 'Reading it requires write permission for its folder: try again as the owner of the folder';
  return new StorageError('storage-failed', `${file} cannot be opened: ${accessDenied.message}. ${remedy}`, {
    cause,
  });
}

function accessError(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

/** Copies the database to a new space in `to`: a consistent snapshot, even during writes. */
export async function copySpace(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  await copyDatabase(spaceFiles(from).database, spaceFiles(to).database);
}

export async function copyDatabase(source: string, copy: string): Promise<void> {
  const database = withStorageErrors(() => openReadOnly(source), source);
  try {
    await backup(database, copy).catch((error) => {
      throw storageError(error, `${source}, copied to ${copy}`);
    });
  } finally {
    database.close();
  }
}

/** Checks the integrity by reading the whole file. Returns the damage, or null; throws `storage-failed` if it is unreadable. */
export function diagnoseSpace(directory: string): string | null {
  const files = spaceFiles(directory);
  return databaseLoss(files) ?? integrityError(files.database);
}

function integrityError(file: string): string | null {
  let database: DatabaseSync | undefined;
  try {
    database = openReadOnly(file);
    const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
    const result = first?.quick_check ?? 'the integrity check returned no result';
    return result === 'ok' ? null : result;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // SQLite cannot read a file that is badly damaged.
    return errorMessage(error);
  } finally {
    database?.close();
  }
}
