/**
 * File layout of a search space, and operations on the files: copy, integrity check, salvage, export.
 *
 * Only the database is essential; all other files are derived from it.
 */

import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { canonicalLanguageTag } from '@semantic-search/query/analysis';
import { errorMessage } from '@semantic-search/query/errors';
import type { DocumentInput } from '../writable-space.ts';
import { openDatabase } from './database.ts';
import { type DocumentRow, parseRow } from './documents.ts';
import { chownToFolderOwner } from './file-ownership.ts';
import { openReadOnly } from './read-only-database.ts';
import { StorageError, storageError, withStorageErrors } from './storage-error.ts';

export interface SpaceFiles {
  /** SQLite database, with a -wal and a -shm file next to it. */
  database: string;
  /** Folder of the index snapshot. */
  index: string;
  /** Folder of the trained concept model. */
  model: string;
  /** Locked while the space is open. */
  lock: string;
}

export function spaceFiles(directory: string): SpaceFiles {
  return {
    database: join(directory, 'space.sqlite'),
    index: join(directory, 'index'),
    model: join(directory, 'model'),
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
 * Throws `storage-failed` if this user cannot write the database. SQLite would open it read-only and create files next
 * to it that its owner cannot write.
 */
export function requireWritable({ database }: SpaceFiles): void {
  for (const file of [database, `${database}-wal`, `${database}-shm`]) {
    if (!existsSync(file)) continue;
    try {
      accessSync(file, constants.W_OK);
    } catch (cause) {
      const remedy = 'Open the search space as its owner, or make the disk writable.';
      const message = `${file} is not writable: ${(cause as Error).message}. ${remedy}`;
      throw new StorageError('storage-failed', message, { cause });
    }
  }
}

/** Describes a database that is missing or empty although files derived from it exist; null otherwise. */
function missingDatabase({ database, index, model }: SpaceFiles): string | null {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size) return null;
  const derived = [index, model].filter(isNonEmpty);
  if (isNonEmpty(`${database}-wal`)) derived.push(`${database}-wal`);
  if (derived.length === 0) return null;
  const fault = size === undefined ? 'is missing' : 'is empty';
  return `The database ${database} ${fault}, but files derived from it exist (${derived.join(', ')}). Restore the database from a backup. To start without documents, remove these files too.`;
}

function isNonEmpty(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() ? readdirSync(path).length > 0 : (found?.size ?? 0) > 0;
}

/** Copies the database to a new space in `to`: a consistent snapshot, even during writes. */
export async function copySpace(from: string, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const [source, copy] = [spaceFiles(from).database, spaceFiles(to).database];
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

export interface Salvage {
  documents: number;
  /** Number of unreadable documents. */
  lost: number;
  /** False if the thesaurus is unreadable or missing. */
  thesaurus: boolean;
}

/**
 * Replaces a damaged database by a new one with its readable content. Moves the damaged files to `quarantine`. The
 * space must be closed. Throws and changes nothing if nothing is readable.
 */
export function salvageSpace(directory: string, quarantine: string): Salvage {
  const files = spaceFiles(directory);
  const saved = `${files.database}.saved`;
  const salvage = copyReadable(files.database, saved);
  if (mkdirSync(quarantine, { recursive: true }) !== undefined) chownToFolderOwner(quarantine);
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${files.database}${suffix}`;
    if (existsSync(file)) renameSync(file, join(quarantine, `space.sqlite${suffix}`));
  }
  // The index does not match the new database.
  if (existsSync(files.index)) renameSync(files.index, join(quarantine, 'index'));
  renameSync(saved, files.database);
  return salvage;
}

/** Reads documents key by key, so that a damaged page costs only its own documents. */
function copyReadable(from: string, to: string): Salvage {
  const damaged = new DatabaseSync(from, { readOnly: true });
  try {
    const last = highestKey(damaged);
    const target = openDatabase(to);
    try {
      const byKey = damaged.prepare('SELECT key, id, content, extracted FROM document WHERE key = ?');
      const salvage: Salvage = { documents: 0, lost: 0, thesaurus: false };
      for (let key = 1; key <= last; key++) {
        try {
          const row = byKey.get(key) as DocumentRow | undefined;
          if (!row) continue;
          const document = parseRow(row);
          // Thesaurus number 0 is older than any: extraction and language detection are repeated on opening.
          const guessedAmong = canonicalLanguageTag(document.content.language) ? null : '';
          target.put([{ ...document, guessedAmong }], 0, 0);
          salvage.documents++;
        } catch {
          salvage.lost++;
        }
      }
      copySettings(damaged, target);
      return { ...salvage, thesaurus: copyThesaurus(damaged, target) };
    } finally {
      target.close();
    }
  } finally {
    damaged.close();
  }
}

function highestKey(database: DatabaseSync): number {
  const row = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'document'").get();
  return (row as { seq: number } | undefined)?.seq ?? 0;
}

function copyThesaurus(damaged: DatabaseSync, target: ReturnType<typeof openDatabase>): boolean {
  try {
    const row = damaged.prepare('SELECT number, record FROM thesaurus').get();
    if (!row) return false;
    target.replaceThesaurus(row.number as number, row.record as Uint8Array);
    return true;
  } catch {
    return false;
  }
}

/** Unreadable settings have their default values again. */
function copySettings(damaged: DatabaseSync, target: ReturnType<typeof openDatabase>): void {
  try {
    for (const { name, value } of damaged.prepare('SELECT name, value FROM setting').all())
      target.writeSetting(name as string, value as string);
  } catch {
    // The rest of the space is usable without them.
  }
}

/** Documents, thesaurus and settings of a space, readable while it is open elsewhere; empty if there is no space. */
export interface StoredContent {
  /** Number of documents. */
  count(): number;
  /** As they were written, in the order of the last write. */
  documents(): Iterable<DocumentInput>;
  /** Input for `deserializeThesaurus`. */
  thesaurus(): Uint8Array | undefined;
  /** Value of the setting of this name. */
  setting(name: string): string | undefined;
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
    setting(wanted) {
      for (const { name, value } of rows('SELECT name, value FROM setting'))
        if (name === wanted) return value as string;
      return undefined;
    },
  };
}
