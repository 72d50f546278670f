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

// Primary result codes (https://www.sqlite.org/rescode.html): the lowest byte of extended codes.
const [SQLITE_BUSY, SQLITE_NOMEM, SQLITE_CORRUPT, SQLITE_FULL] = [5, 7, 11, 13];
const [SQLITE_CANTOPEN, SQLITE_NOTADB] = [14, 26];
/** An extended code: the disk has no space for the shared-memory file. */
const SQLITE_IOERR_SHMSIZE = 4874;

const codes: Record<number, keyof typeof meanings> = {
  [SQLITE_BUSY]: 'storage-locked',
  [SQLITE_CORRUPT]: 'storage-damaged',
  [SQLITE_FULL]: 'storage-full',
  [SQLITE_NOTADB]: 'storage-damaged',
};

/** SQLite does not report exhausted file descriptors; opening the folder does. */
function descriptorShortage(file: string): unknown {
  try {
    closeSync(openSync(dirname(file), 'r'));
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  }
  return undefined;
}

const meanings = {
  'storage-full': 'The disk is full: nothing was written. Free some space and try again.',
  'storage-damaged': 'The database is damaged. Restore it from a backup, or ingest the content again.',
  'storage-locked': 'The database is in use by another process.',
  'storage-failed': 'The disk cannot be read or written.',
};

/**
 * Maps an SQLite error to a `StorageError`, or to a system error for a shortage of memory or file descriptors. Returns
 * other errors unchanged.
 */
export function storageError(error: unknown, file: string): unknown {
  const { code: kind, errcode } = error as { code?: string; errcode?: number };
  if (kind !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  if ((errcode & 0xff) === SQLITE_NOMEM) return Object.assign(error as Error, { code: 'ENOMEM' });
  const shortage = (errcode & 0xff) === SQLITE_CANTOPEN && descriptorShortage(file);
  if (shortage) return shortage;
  const code =
    errcode === SQLITE_IOERR_SHMSIZE ? 'storage-full' : (codes[errcode & 0xff] ?? 'storage-failed');
  return new StorageError(code, `${meanings[code]} (${file}: ${(error as Error).message})`, { cause: error });
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
