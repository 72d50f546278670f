/** Read-only access to the database of a search space, also while open or on a read-only disk. */
import { accessSync, constants, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { DocumentInput } from '../writable-space.ts';
import { StorageError, storageError } from './storage-error.ts';

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
    const { errcode } = error as { errcode?: number };
    if (errcode === undefined || !OPEN_ERRORS.includes(errcode & 0xff)) throw error;
    throw openError(file, error);
  }
}

/** True if the disk is read-only and the journal is empty: then the file cannot change and needs no lock. */
function isImmutable(file: string): boolean {
  const journal = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return journal === 0 && accessError(dirname(file), constants.W_OK)?.code === 'EROFS';
}

/** SQLite writes files next to a database even for reading, except with this option (https://www.sqlite.org/wal.html#readonly). */
function immutableUrl(file: string): URL {
  const url = pathToFileURL(file);
  url.searchParams.set('immutable', '1');
  return url;
}

function openError(file: string, cause: unknown): unknown {
  const denied = accessError(file, constants.R_OK) ?? accessError(dirname(file), constants.W_OK);
  if (!denied) return storageError(cause, file);
  const remedy =
    denied.code === 'EROFS'
      ? 'Its journal contains recent writes and cannot be read on a read-only disk: copy the folder of the search space, or the whole data directory, to a writable disk and try again'
      : 'Reading it requires write permission for its folder: try again as the owner of the folder';
  return new StorageError('storage-failed', `${file} cannot be opened: ${denied.message}. ${remedy}`, {
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

/** The record of the thesaurus, and a sample of the documents written with subjects; `sample` selects their keys. */
export function readTaggedDocuments(file: string, sample: (keys: number[]) => number[]) {
  const database = openReadOnly(file);
  try {
    const thesaurus = database.prepare('SELECT record FROM thesaurus').get();
    if (!thesaurus) return undefined;
    const rows = database.prepare('SELECT key FROM document WHERE extracted IS NULL ORDER BY key').all();
    const read = database.prepare('SELECT content FROM document WHERE key = ?');
    const documents = sample(rows.map(({ key }) => key as number)).flatMap((key) => {
      const row = read.get(key);
      return row ? [JSON.parse(row.content as string) as DocumentInput] : [];
    });
    return { record: thesaurus.record as Uint8Array, documents };
  } finally {
    database.close();
  }
}
