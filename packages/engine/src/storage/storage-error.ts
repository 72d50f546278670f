/** What can go wrong with the disk that a space is kept on, by code. */
import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

export type StorageCode =
  /** The disk has no room: what was to be written is not, what was there is. */
  | 'storage-full'
  /** The database is damaged, or none. */
  | 'storage-damaged'
  /** Another process, or this one, has the space open. */
  | 'storage-locked'
  /** The space was closed: it answers nothing more, and takes nothing. */
  | 'storage-closed'
  /** The thread of the space has ended by itself: it answers nothing more, and may be opened again. */
  | 'storage-ended'
  /** The disk cannot be read or written for another reason. */
  | 'storage-failed';

/** Raised where nothing is wrong with what was asked. What was to be written is not written. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly code: StorageCode;
  constructor(code: StorageCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

// Result codes of SQLite (https://www.sqlite.org/rescode.html); extended ones have these as their lowest byte.
const codes: Record<number, StorageCode> = {
  5: 'storage-locked',
  11: 'storage-damaged',
  13: 'storage-full',
  26: 'storage-damaged',
};
/** The disk has no room for the file that readers and the writer share, SQLITE_IOERR_SHMSIZE. */
const noRoomToShare = 4874;

/** SQLITE_NOMEM and SQLITE_CANTOPEN. */
const [noMemory, unopened] = [7, 14];

/** SQLite does not say that no more files can be opened: opening the folder does. */
function shortageOfFiles(file: string): unknown {
  try {
    closeSync(openSync(dirname(file), 'r'));
  } catch (error) {
    if (['EMFILE', 'ENFILE'].includes((error as NodeJS.ErrnoException).code ?? '')) return error;
  }
  return undefined;
}

const meanings: Record<StorageCode, string> = {
  'storage-full': 'The disk is full: nothing was written. Make room and write again.',
  'storage-damaged':
    'The database is damaged. Restore it from a dump, or save what can be read: semantic-search doctor --repair.',
  'storage-locked': 'The database is in use by another process.',
  'storage-closed': 'The search space has been closed.',
  'storage-ended': 'The thread of the search space has ended.',
  'storage-failed': 'The disk cannot be read or written.',
};

/** The error to raise for one of SQLite: that of the system where that has too little of something. Any other is given back as it is. */
export function storageError(error: unknown, file: string): unknown {
  const { code: kind, errcode } = error as { code?: string; errcode?: number };
  if (kind !== 'ERR_SQLITE_ERROR' || errcode === undefined) return error;
  if ((errcode & 0xff) === noMemory) return Object.assign(error as Error, { code: 'ENOMEM' });
  const shortage = (errcode & 0xff) === unopened && shortageOfFiles(file);
  if (shortage) return shortage;
  const code = errcode === noRoomToShare ? 'storage-full' : (codes[errcode & 0xff] ?? 'storage-failed');
  return new StorageError(code, `${meanings[code]} (${file}: ${(error as Error).message})`, { cause: error });
}

/** The same operations, with errors of SQLite told as errors of storage. */
export function wrapOperations<Operations extends object>(operations: Operations, file: string): Operations {
  const entries = Object.entries(operations) as [string, (...given: unknown[]) => unknown][];
  const guarded = entries.map(([name, operation]) => [
    name,
    (...given: unknown[]) => withStorageErrors(() => operation(...given), file),
  ]);
  return Object.fromEntries(guarded) as Operations;
}

export function withStorageErrors<Result>(work: () => Result, file: string): Result {
  try {
    return work();
  } catch (error) {
    throw storageError(error, file);
  }
}
