/**
 * File layout of a search space, and operations on the files: copy, integrity check, export.
 *
 * Only the database is essential; all other files are derived from it.
 */
import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { errorMessage } from '@semantic-search/query/errors';
import type { DocumentInput } from '../writable-space.ts';
import { openReadOnly } from './read-only-database.ts';
import { StorageError, storageError, withStorageErrors } from './storage-error.ts';

export interface SpaceFiles {
  /** SQLite database, with a -wal and a -shm file next to it. */
  database: string;
  /** Folder of the index snapshot. */
  index: string;
  /** Locked while the space is open. */
  lock: string;
}

export function spaceFiles(directory: string): SpaceFiles {
  return {
    database: join(directory, 'space.sqlite'),
    index: join(directory, 'index'),
    lock: join(directory, 'lock'),
  };
}

export function isSpace(directory: string): boolean {
  const files = spaceFiles(directory);
  return existsSync(files.database) || missingDatabase(files) !== null;
}

/** Throws `storage-damaged` if the database is lost. Opening would otherwise create an empty space. */
export function requireDatabase(files: SpaceFiles): void {
  const loss = missingDatabase(files);
  if (loss !== null) throw new StorageError('storage-damaged', loss);
}

/**
 * Throws `storage-failed` if this user cannot write the database or the lock. SQLite would open the database read-only and
 * create files next to it that its owner cannot write.
 */
export function requireWritable({ database, lock }: SpaceFiles): void {
  for (const file of [lock, database, `${database}-wal`, `${database}-shm`]) {
    try {
      accessSync(file, constants.W_OK);
    } catch (cause) {
      // Absent, or removed by a process that closes the space.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') continue;
      const remedy = 'Open the search space as its owner, or make the disk writable.';
      const message = `${file} is not writable: ${(cause as Error).message}. ${remedy}`;
      throw new StorageError('storage-failed', message, { cause });
    }
  }
}

/** Describes a database that is missing or empty although files derived from it exist; null otherwise. */
function missingDatabase({ database, index }: SpaceFiles): string | null {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size) return null;
  const derived = [index, `${database}-wal`].filter(isNonEmpty);
  if (derived.length === 0) return null;
  const fault = size === undefined ? 'is missing' : 'is empty';
  return `The database ${database} ${fault}, but files derived from it exist (${derived.join(', ')}). Restore the database from a backup. To start without documents, remove these files too.`;
}

function isNonEmpty(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? readdirSync(path).length > 0 : (stats?.size ?? 0) > 0;
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

/**
 * Checks the integrity of the database. Returns a description of the damage, or null. Reads the whole file; throws
 * `storage-failed` if it cannot be read.
 */
export function diagnoseSpace(directory: string): string | null {
  const loss = missingDatabase(spaceFiles(directory));
  if (loss !== null) return loss;
  try {
    const database = openReadOnly(spaceFiles(directory).database);
    try {
      const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
      return first?.quick_check === 'ok'
        ? null
        : (first?.quick_check ?? 'the integrity check returned no result');
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return errorMessage(error);
  }
}

/** Documents and thesaurus of a space, readable while another process has it open; empty if there is no space. */
export interface StoredContent {
  /** Number of documents. */
  count(): number;
  /** As they were written, in the order of the last write. */
  documents(): Iterable<DocumentInput>;
  /** Input for `deserializeThesaurus`. */
  thesaurus(): Uint8Array | undefined;
}

export function readStoredContent(directory: string): StoredContent {
  const { database: file } = spaceFiles(directory);

  function* rows(query: string) {
    if (!existsSync(file)) return;
    const database = openReadOnly(file);
    try {
      yield* database.prepare(query).iterate();
    } finally {
      database.close();
    }
  }

  return {
    count() {
      for (const { count } of rows('SELECT count(*) AS count FROM document')) return count as number;
      return 0;
    },
    *documents() {
      for (const { content } of rows('SELECT content FROM document ORDER BY key'))
        yield JSON.parse(content as string) as DocumentInput;
    },
    thesaurus() {
      for (const { record } of rows('SELECT record FROM thesaurus')) return record as Uint8Array;
      return undefined;
    },
  };
}
