/** What is durable: documents as they were written, the thesaurus, and which documents are gone. SQLite, one file. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../api.ts';
import type { Removed } from '../index/deletions.ts';
import { chownToFolderOwner } from './file-ownership.ts';
import { createTables } from './schema.ts';
import { withStorageErrors, wrapOperations } from './storage-error.ts';

export interface StoredDocument {
  /** Ascending in the order of writing, never given twice. */
  key: number;
  id: string;
  content: DocumentInput;
  /** Subjects found by extraction, where the document came without; null where it has its own. */
  extracted: string[] | null;
}

/** A document before it has a key. */
export interface DocumentToStore extends Omit<StoredDocument, 'key'> {
  /** The languages that its own was guessed among; null where it says it, or the text does. */
  guessedAmong: string | null;
}

/** What is made of the documents and kept beside the database. */
type Made = 'index' | 'model';

export interface RemovalContext {
  /** The words of a document as the index has them. */
  formsOfDocument: (key: number) => Uint32Array;
  /** No snapshot has documents with keys above it, nor has to be told that they are gone. */
  snapshotKey: number;
}

interface RemovedRow {
  key: number;
  forms: Uint8Array;
}

/** As the database has a document. */
export interface DocumentRow {
  key: number;
  id: string;
  content: string;
  extracted: string | null;
}

export type Database = ReturnType<typeof openDatabase>;

/** Throws a StorageError where the file is damaged, or the disk fails or is full; so does everything it gives. */
export function openDatabase(file: string) {
  const database = withStorageErrors(() => new DatabaseSync(file), file);
  try {
    // Files that SQLite makes beside it belong to whom it belongs.
    chownToFolderOwner(file);
    return wrapOperations(
      withStorageErrors(() => operationsOn(database), file),
      file,
    );
  } catch (error) {
    database.close();
    throw error;
  }
}

function operationsOn(database: DatabaseSync) {
  // Larger pages leave less room unused behind documents. They hold for databases that are begun with them.
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;',
  );
  createTables(database);
  const documents = (condition: string) => {
    const query = database.prepare(`SELECT key, id, content, extracted FROM document WHERE ${condition}`);
    return (...given: (string | number)[]) => (query.all(...given) as unknown as DocumentRow[]).map(parseRow);
  };
  const byId = documents('id = ?');
  const byKey = documents('key = ?');
  const byKeys = documents('key IN (SELECT value FROM json_each(?))');
  const byIds = documents('id IN (SELECT value FROM json_each(?))');
  const keyOf = database.prepare('SELECT key FROM document WHERE id = ?');
  const insert = database.prepare(
    'INSERT INTO document (key, id, content, extracted, thesaurus, guessed_among) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM document WHERE key = ?');
  const note = database.prepare('INSERT INTO removed (key, forms) VALUES (?, ?)');
  const after = documents('key > ? ORDER BY key LIMIT ?');
  const outdated = documents('extracted IS NOT NULL AND thesaurus < ? ORDER BY thesaurus, key LIMIT ?');
  const guessed = documents('guessed_among < ?1 OR guessed_among > ?1 LIMIT ?2');
  const extractedBetween = documents(
    'extracted IS NOT NULL AND thesaurus = ? AND key > ? AND key <= ? ORDER BY key LIMIT ?',
  );
  const removed = database.prepare(
    'SELECT key, forms FROM removed WHERE sequence > ? AND key <= ? ORDER BY sequence',
  );
  const forget = database.prepare('DELETE FROM removed WHERE sequence <= ?');
  const addMark = database.prepare('INSERT INTO mark (made, mark) VALUES (?, ?)');
  const findMark = database.prepare('SELECT 1 FROM mark WHERE made = ? AND mark = ?');
  const dropMarks = database.prepare('DELETE FROM mark WHERE made = ? AND mark <> ?');
  const lastRemoval = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'removed'");
  const lastKey = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'document'");

  /** All or nothing, and on the disk when it returns. */
  function transaction<Result>(work: () => Result): Result {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  }

  function remove(id: string, { formsOfDocument, snapshotKey }: RemovalContext): Removed | undefined {
    if (!id.isWellFormed()) return undefined;
    const row = keyOf.get(id) as { key: number } | undefined;
    if (!row) return undefined;
    const forms = formsOfDocument(row.key);
    drop.run(row.key);
    if (row.key <= snapshotKey)
      note.run(row.key, new Uint8Array(forms.buffer, forms.byteOffset, forms.byteLength));
    return { key: row.key, forms };
  }

  return {
    /** Under keys above `lastKey`. Gives those that they replace. */
    put(
      documents: readonly (DocumentToStore & { key: number })[],
      thesaurus: number,
      removing: RemovalContext,
    ): Removed[] {
      return transaction(() =>
        documents.flatMap(({ key, id, content, extracted, guessedAmong }) => {
          const replaced = remove(id, removing);
          const tags = extracted === null ? null : JSON.stringify(extracted);
          insert.run(key, id, JSON.stringify(content), tags, thesaurus, guessedAmong);
          return replaced ?? [];
        }),
      );
    },
    /** The document as it is gone, or undefined where there was none. */
    delete: (id: string, removing: RemovalContext) => transaction(() => remove(id, removing)),
    /** Ids with half a surrogate pair would be written as other ids: no document has one. */
    find: (id: string) => (id.isWellFormed() ? byId(id)[0] : undefined),
    /** In any order; ids that no document has are left out. */
    findAll: (ids: readonly string[]) => byIds(JSON.stringify(ids)),
    byKey: (key: number) => byKey(key)[0],
    /** In the order of the keys; reading several at once takes three quarters of the time. */
    byKeys(keys: readonly number[]): (StoredDocument | undefined)[] {
      const found = new Map(byKeys(JSON.stringify(keys)).map((each) => [each.key, each]));
      return keys.map((key) => found.get(key));
    },
    /** The next documents after `key` in the order of writing. */
    after: (key: number, count: number) => after(key, count),
    /** Documents whose extracted subjects come from an older thesaurus, or whose language was guessed among others. */
    outdated(thesaurus: number, among: string, count: number): StoredDocument[] {
      const found = outdated(thesaurus, count);
      const others = found.length < count ? guessed(among, count) : [];
      const different = new Map([...found, ...others].map((each) => [each.key, each]));
      return [...different.values()].slice(0, count);
    },
    /** Documents whose subjects were extracted with this thesaurus, after one key up to another. */
    extractedBetween: (thesaurus: number, after: number, upTo: number, count: number) =>
      extractedBetween(thesaurus, after, upTo, count),
    /** Of the documents up to `key`, after the `sequence` that a snapshot has been told. */
    removedAfter(sequence: number, key: number): Removed[] {
      const found: Removed[] = [];
      for (const row of removed.iterate(sequence, key) as Iterable<unknown> as Iterable<RemovedRow>)
        found.push({ key: row.key, forms: asForms(row.forms) });
      return found;
    },
    forgetRemovals: (sequence: number) => void forget.run(sequence),
    /** A new mark for something made of the documents as they are now; the database of others, or an older one, has it not. */
    mark(made: Made): string {
      const mark = randomUUID();
      addMark.run(made, mark);
      return mark;
    },
    /** Whether that was made of these documents, at this moment or before. */
    hasMark: (made: Made, mark: unknown) =>
      typeof mark === 'string' && findMark.get(made, mark) !== undefined,
    forgetOtherMarks: (made: Made, mark: string) => void dropMarks.run(made, mark),
    lastRemoval: () => (lastRemoval.get() as { seq: number } | undefined)?.seq ?? 0,
    lastKey: () => (lastKey.get() as { seq: number } | undefined)?.seq ?? 0,
    thesaurus(): { number: number; record: Uint8Array } | undefined {
      return database.prepare('SELECT number, record FROM thesaurus').get() as never;
    },
    replaceThesaurus(number: number, record: Uint8Array): void {
      transaction(() => {
        database.exec('DELETE FROM thesaurus');
        database.prepare('INSERT INTO thesaurus (number, record) VALUES (?, ?)').run(number, record);
      });
    },
    close: () => database.close(),
  };
}

/**
 * Evenly spread documents that came with subjects, and the thesaurus in force; undefined where there is none. For a
 * thread besides the one that writes.
 */
export function readTaggedDocuments(
  file: string,
  most: number,
): { record: Uint8Array; documents: DocumentInput[] } | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const thesaurus = database.prepare('SELECT record FROM thesaurus').get();
    if (!thesaurus) return undefined;
    const record = thesaurus.record as Uint8Array;
    const keys = database.prepare('SELECT key FROM document WHERE extracted IS NULL ORDER BY key').all();
    const read = database.prepare('SELECT content FROM document WHERE key = ?');
    const documents: DocumentInput[] = [];
    const step = Math.max(1, keys.length / most);
    for (let at = 0; at < keys.length; at += step) {
      const row = read.get(keys[Math.floor(at)]!.key as number);
      if (row) documents.push(JSON.parse(row.content as string));
    }
    return { record, documents };
  } finally {
    database.close();
  }
}

/** Throws where what is written is no JSON, as in a damaged file. */
export function parseRow({ key, id, content, extracted }: DocumentRow): StoredDocument {
  const subjects = extracted === null ? null : (JSON.parse(extracted) as string[]);
  return { key, id, content: JSON.parse(content) as DocumentInput, extracted: subjects };
}

/** A view of the bytes, where they lie as numbers can be read. */
function asForms(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
