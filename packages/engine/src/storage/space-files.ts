/**
 * Which files a space is kept in, and what can be done with them from outside while it is open or closed: copying,
 * checking, and saving what is left of a damaged one. Only the database is durable; all else is made from it.
 */

import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { canonicalLanguageTag } from '../analysis/language-tags.ts';
import type { DocumentInput } from '../api.ts';
import { errorMessage } from '../error-message.ts';
import { type DocumentRow, openDatabase, parseRow, type RemovalContext } from './database.ts';
import { chownToFolderOwner } from './file-ownership.ts';
import { openReadOnly } from './read-only-database.ts';
import { StorageError, storageError, withStorageErrors } from './storage-error.ts';

export interface SpaceFiles {
  /** Documents, thesaurus, and what was removed. SQLite keeps two more files of this name beside it. */
  database: string;
  /** A folder: the snapshot of the index. */
  index: string;
  /** A folder: what was learned from tagged documents. */
  model: string;
  /** Held while the space is open. */
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

/** Throws `storage-damaged` where the documents are gone: an empty space would be begun in their place. */
export function requireDatabase(files: SpaceFiles): void {
  const loss = missingDatabase(files);
  if (loss !== null) throw new StorageError('storage-damaged', loss);
}

/**
 * Throws `storage-failed` where this user may not write the database: SQLite would open it for reading, and leave files
 * beside it that whose it is could not write.
 */
export function requireWritable({ database }: SpaceFiles): void {
  for (const file of [database, `${database}-wal`, `${database}-shm`]) {
    if (!existsSync(file)) continue;
    try {
      accessSync(file, constants.W_OK);
    } catch (cause) {
      const remedy = 'Open the space as the user whose it is, or make its disk writable.';
      const message = `${file} cannot be written: ${(cause as Error).message}. ${remedy}`;
      throw new StorageError('storage-failed', message, { cause });
    }
  }
}

/** A database that is not there, or has nothing in it, though there is what was made of it; null where none is lost. */
function missingDatabase({ database, index, model }: SpaceFiles): string | null {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size) return null;
  const made = [index, model].filter(holdsSomething);
  if (holdsSomething(`${database}-wal`)) made.push(`${database}-wal`);
  if (made.length === 0) return null;
  const fault = size === undefined ? 'is missing' : 'is empty';
  return `The database ${database} ${fault}, though there is what was made of its documents (${made.join(', ')}). Restore it from a dump; to begin without documents, remove these too.`;
}

function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() ? readdirSync(path).length > 0 : (found?.size ?? 0) > 0;
}

/** Makes a space in `to` of what is durable in `from` at one moment, whatever is written meanwhile. */
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

/** What is wrong with what is durable, in words; null when nothing is. Reads all of it, and throws `storage-failed` where it cannot. */
export function diagnoseSpace(directory: string): string | null {
  const loss = missingDatabase(spaceFiles(directory));
  if (loss !== null) return loss;
  try {
    const database = openReadOnly(spaceFiles(directory).database);
    try {
      const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
      return first?.quick_check === 'ok' ? null : (first?.quick_check ?? 'it cannot be checked');
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
  /** Documents that are there, but cannot be read. */
  lost: number;
  /** False where there was one that cannot be read, or none. */
  thesaurus: boolean;
}

/**
 * Begins the space anew with what can be read of a damaged one, whose files go to the folder `aside`. The space must
 * be closed. Throws where nothing can be read at all, and changes nothing then.
 */
export function salvageSpace(directory: string, aside: string): Salvage {
  const files = spaceFiles(directory);
  const saved = `${files.database}.saved`;
  const salvage = copyReadable(files.database, saved);
  if (mkdirSync(aside, { recursive: true }) !== undefined) chownToFolderOwner(aside);
  for (const suffix of ['', '-wal', '-shm']) {
    const file = `${files.database}${suffix}`;
    if (existsSync(file)) renameSync(file, join(aside, `space.sqlite${suffix}`));
  }
  // What is left is another database, which the index is not of.
  if (existsSync(files.index)) renameSync(files.index, join(aside, 'index'));
  renameSync(saved, files.database);
  return salvage;
}

/** There is no index that would have to be told what is replaced. */
const removing: RemovalContext = { formsOfDocument: () => new Uint32Array(0), snapshotKey: 0 };

/** Documents are looked up key by key: a page that cannot be read takes along only what stands on it. */
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
          // Number 0 is older than any thesaurus: subjects that were extracted are extracted anew, languages guessed anew.
          const guessedAmong = canonicalLanguageTag(document.content.language) ? null : '';
          target.put([{ ...document, guessedAmong }], 0, removing);
          salvage.documents++;
        } catch {
          salvage.lost++;
        }
      }
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

/** What was written to a space, read beside whoever has it open. Undefined and nothing where there is no space. */
export interface StoredContent {
  /** How many documents there are. */
  count(): number;
  /** In the order of their last writing, as they were written. */
  documents(): Iterable<DocumentInput>;
  /** A record that `deserializeThesaurus` opens. */
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
