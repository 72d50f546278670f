/** Storage errors with a code, mapped from SQLite result codes. */
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

export type StorageCode =
  /** The disk is full. The write failed; existing data is intact. */
  | 'storage-full'
  /** The database is damaged or missing. */
  | 'storage-damaged'
  /** The space is already open, in this or another process. */
  | 'storage-locked'
  /** The space was closed. */
  | 'storage-closed'
  /** The worker of the space terminated unexpectedly. The space can be opened again. */
  | 'storage-ended'
  /** Reading or writing failed for another reason. */
  | 'storage-failed';

/** A storage failure, not caused by the request. A failed write changes nothing. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  constructor(code: StorageCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const closedError = () => new StorageError('storage-closed', 'The search space has been closed.');

/** Primary result codes (https://www.sqlite.org/rescode.html). */
export const SQLITE = { BUSY: 5, NOMEM: 7, CORRUPT: 11, FULL: 13, CANTOPEN: 14, NOTADB: 26 };
/** An extended code: the disk has no space for the shared-memory file. */
const SQLITE_IOERR_SHMSIZE = 4874;

const messages = {
  'storage-full': 'The disk is full: nothing was written. Free some space and try again.',
  'storage-damaged': 'The database is damaged. Restore it from a backup, or ingest the content again.',
  'storage-locked': 'The database is in use by another process.',
  'storage-failed': 'The disk cannot be read or written.',
};

const storageCodes: Record<number, keyof typeof messages> = {
  [SQLITE.BUSY]: 'storage-locked',
  [SQLITE.CORRUPT]: 'storage-damaged',
  [SQLITE.FULL]: 'storage-full',
  [SQLITE.NOTADB]: 'storage-damaged',
};

/** Primary result code of an SQLite error: the lowest byte of its extended code. Undefined for other errors. */
export function primaryCode(error: unknown): number | undefined {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined;
}

/** SQLite does not report exhausted file descriptors; opening the folder does. */
function descriptorShortage(file: string): unknown {
  try {
    closeSync(openSync(dirname(file), 'r'));
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  }
  return undefined;
}

/** Maps an SQLite error to a `StorageError`, or a system error (memory, file descriptors). Returns other errors unchanged. */
export function storageError(error: unknown, file: string): unknown {
  const sqliteCode = primaryCode(error);
  if (sqliteCode === undefined) return error;
  if (sqliteCode === SQLITE.NOMEM) return Object.assign(error as Error, { code: 'ENOMEM' });
  const shortage = sqliteCode === SQLITE.CANTOPEN && descriptorShortage(file);
  if (shortage) return shortage;
  const { errcode, message } = error as Error & { errcode: number };
  const isFull = errcode === SQLITE_IOERR_SHMSIZE;
  const code = isFull ? 'storage-full' : (storageCodes[sqliteCode] ?? 'storage-failed');
  return new StorageError(code, `${messages[code]} (${file}: ${message})`, { cause: error });
}

/** Wraps each operation in `withStorageErrors`. */
export function wrapOperations<Operations extends object>(operations: Operations, file: string): Operations {
  const entries = Object.entries(operations) as [string, (...args: unknown[]) => unknown][];
  const guarded = entries.map(([name, operation]) => [
    name,
    (...args: unknown[]) => withStorageErrors(() => operation(...args), file),
  ]);
  return Object.fromEntries(guarded) as Operations;
}

/** Runs `work` and throws SQLite errors as `StorageError`s. */
export function withStorageErrors<Result>(work: () => Result, file: string): Result {
  try {
    return work();
  } catch (error) {
    throw storageError(error, file);
  }
}
