/** SQLite database of a search space: documents, thesaurus, and removals that no snapshot includes yet. */
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../writable-space.ts';
import { embeddingOperations } from './embeddings.ts';
import { chownToFolderOwner } from './file-ownership.ts';
import { listingOperations } from './listing.ts';
import { createTables } from './schema.ts';
import { withStorageErrors, wrapOperations } from './storage-error.ts';

/** A document that is gone, and the forms of its words. */
export interface Removed {
  key: number;
  forms: Uint32Array;
}

export interface StoredDocument {
  /** Ascending in the order of writing; never reused. */
  key: number;
  id: string;
  content: DocumentInput;
  /** Extracted subjects; null if the document was written with subjects. */
  extracted: string[] | null;
  /** Quantized embedding, if it was read; null if it is not known yet, empty if the document has none. */
  embedding?: Uint8Array | null;
}

/** A document without a key. */
export interface DocumentToStore extends Omit<StoredDocument, 'key'> {
  /** Candidate languages of the detection, if it used the labels; null if the document or its text decides. */
  guessedAmong: string | null;
  /** Content hash; computed when it is needed if absent. */
  hash?: string;
  /** Time of the write in milliseconds since 1970; absent: that of the replaced document. */
  written?: number | undefined;
}

/** Files derived from the documents and stored next to the database. */
type Artifact = 'index' | 'model';

export interface RemovalContext {
  /** Returns the form numbers of a document in the index. */
  formsOfDocument: (key: number) => Uint32Array;
  /** Highest key in a snapshot. Removals of documents with higher keys need not be recorded. */
  snapshotKey: number;
}

interface RemovedRow {
  key: number;
  forms: Uint8Array;
}

/** A row of the table `document`. */
export interface DocumentRow {
  key: number;
  id: string;
  content: string;
  extracted: string | null;
  embedding?: Uint8Array | null;
}

export type Database = ReturnType<typeof openDatabase>;

/** A command may write settings meanwhile, which takes some milliseconds. */
const BUSY_TIMEOUT_MS = 2000;

/** Opens or creates the database. All operations throw `StorageError`s. */
export function openDatabase(file: string) {
  const database = withStorageErrors(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }), file);
  try {
    // SQLite gives its -wal and -shm files the owner of the database.
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
  // Larger pages waste less space after documents. The size applies to new databases only.
  database.exec(
    'PRAGMA page_size = 16384; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000;',
  );
  createTables(database);
  const documents = (condition: string, more = '') => {
    const query = database.prepare(
      `SELECT key, id, content, extracted${more} FROM document WHERE ${condition}`,
    );
    return (...parameters: (string | number)[]) =>
      (query.all(...parameters) as unknown as DocumentRow[]).map(parseRow);
  };
  const byId = documents('id = ?');
  const byKey = documents('key = ?');
  const byKeys = documents('key IN (SELECT value FROM json_each(?))');
  const byIds = documents('id IN (SELECT value FROM json_each(?))');
  const embeddedByIds = documents('id IN (SELECT value FROM json_each(?))', ', embedding');
  const keyOf = database.prepare('SELECT key FROM document WHERE id = ?');
  const insertVersion = database.prepare('INSERT INTO version (key, hash, written) VALUES (?, ?, ?)');
  const dropVersion = database.prepare('DELETE FROM version WHERE key = ?');
  const writtenOf = database.prepare(
    'SELECT written FROM version JOIN document USING (key) WHERE document.id = ?',
  );
  const insert = database.prepare(
    'INSERT INTO document (key, id, content, extracted, thesaurus, guessed_among, embedding) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM document WHERE key = ?');
  const recordRemoval = database.prepare('INSERT INTO removed (key, forms) VALUES (?, ?)');
  const after = documents('key > ? ORDER BY key LIMIT ?', ', embedding');
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
  const setting = database.prepare('SELECT value FROM setting WHERE name = ?');
  const writeSetting = database.prepare('REPLACE INTO setting (name, value) VALUES (?, ?)');
  const lastRemoval = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'removed'");
  const lastKey = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'document'");

  /** Atomic and durable when it returns. */
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

  function lastWritten(id: string): number | null {
    return (writtenOf.get(id) as { written: number | null } | undefined)?.written ?? null;
  }

  function remove(id: string, { formsOfDocument, snapshotKey }: RemovalContext): Removed | undefined {
    if (!id.isWellFormed()) return undefined;
    const row = keyOf.get(id) as { key: number } | undefined;
    if (!row) return undefined;
    const forms = formsOfDocument(row.key);
    drop.run(row.key);
    dropVersion.run(row.key);
    if (row.key <= snapshotKey)
      recordRemoval.run(row.key, new Uint8Array(forms.buffer, forms.byteOffset, forms.byteLength));
    return { key: row.key, forms };
  }

  return {
    transaction,
    /** Writes documents with keys above `lastKey`. Returns the replaced ones. */
    put(
      documents: readonly (DocumentToStore & { key: number })[],
      thesaurus: number,
      removing: RemovalContext,
    ): Removed[] {
      return transaction(() =>
        documents.flatMap(({ key, id, content, extracted, guessedAmong, ...more }) => {
          const { embedding = null, hash, written = lastWritten(id) } = more;
          const replaced = remove(id, removing);
          const tags = extracted === null ? null : JSON.stringify(extracted);
          const text = JSON.stringify(content);
          insert.run(key, id, text, tags, thesaurus, guessedAmong, embedding);
          if (hash !== undefined) insertVersion.run(key, hash, written);
          return replaced ?? [];
        }),
      );
    },
    /** Returns the removed documents. */
    delete: (ids: readonly string[], removing: RemovalContext) =>
      transaction(() => ids.flatMap((id) => remove(id, removing) ?? [])),
    /** SQLite would replace lone surrogates in ids, so no document has such an id. */
    find: (id: string) => (id.isWellFormed() ? byId(id)[0] : undefined),
    /** In any order, without missing documents. */
    findAll: (ids: readonly string[]) => byIds(JSON.stringify(ids)),
    /** Like `findAll`, with embeddings. */
    findEmbedded: (ids: readonly string[]) => embeddedByIds(JSON.stringify(ids)),
    byKey: (key: number) => byKey(key)[0],
    /** In the order of the keys. One query takes 75 % of the time of single queries. */
    byKeys(keys: readonly number[]): (StoredDocument | undefined)[] {
      const found = new Map(byKeys(JSON.stringify(keys)).map((each) => [each.key, each]));
      return keys.map((key) => found.get(key));
    },
    /** Returns the next documents after `key`, in the order of writing. */
    after: (key: number, count: number) => after(key, count),
    /** Documents with subjects extracted by an older thesaurus, or detected with other candidate languages. */
    outdated(thesaurus: number, among: string, count: number): StoredDocument[] {
      const found = outdated(thesaurus, count);
      const others = found.length < count ? guessed(among, count) : [];
      const different = new Map([...found, ...others].map((each) => [each.key, each]));
      return [...different.values()].slice(0, count);
    },
    /** Documents with subjects extracted by this thesaurus, with keys in (after, upTo]. */
    extractedBetween: (thesaurus: number, after: number, upTo: number, count: number) =>
      extractedBetween(thesaurus, after, upTo, count),
    /** Removals of documents up to `key` that a snapshot with this `sequence` does not include. */
    removedAfter(sequence: number, key: number): Removed[] {
      const found: Removed[] = [];
      for (const row of removed.iterate(sequence, key) as Iterable<unknown> as Iterable<RemovedRow>)
        found.push({ key: row.key, forms: asForms(row.forms) });
      return found;
    },
    forgetRemovals: (sequence: number) => void forget.run(sequence),
    /**
     * Creates a mark: a random token that ties an artifact to this state of the database. Other databases, and older
     * copies of this one, do not contain it.
     */
    mark(made: Artifact): string {
      const mark = randomUUID();
      addMark.run(made, mark);
      return mark;
    },
    /** Whether the artifact was made from this database, now or earlier. */
    hasMark: (made: Artifact, mark: unknown) =>
      typeof mark === 'string' && findMark.get(made, mark) !== undefined,
    forgetOtherMarks: (made: Artifact, mark: string) => void dropMarks.run(made, mark),
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
    setting: (name: string) => (setting.get(name) as { value: string } | undefined)?.value,
    writeSetting: (name: string, value: string) => void writeSetting.run(name, value),
    ...embeddingOperations(database, transaction),
    ...listingOperations(database),
    close: () => database.close(),
  };
}

/**
 * Reads an even sample of the documents written with subjects, and the thesaurus; undefined without a thesaurus. Opens
 * its own connection, so that it can run in another thread than the writer.
 */
export function readTaggedDocuments(
  file: string,
  maxDocuments: number,
): { record: Uint8Array; documents: DocumentInput[] } | undefined {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const thesaurus = database.prepare('SELECT record FROM thesaurus').get();
    if (!thesaurus) return undefined;
    const record = thesaurus.record as Uint8Array;
    const keys = database.prepare('SELECT key FROM document WHERE extracted IS NULL ORDER BY key').all();
    const read = database.prepare('SELECT content FROM document WHERE key = ?');
    const documents: DocumentInput[] = [];
    const step = Math.max(1, keys.length / maxDocuments);
    for (let at = 0; at < keys.length; at += step) {
      const row = read.get(keys[Math.floor(at)]!.key as number);
      if (row) documents.push(JSON.parse(row.content as string));
    }
    return { record, documents };
  } finally {
    database.close();
  }
}

/** Throws if the content is not valid JSON, as in a damaged file. */
export function parseRow({ key, id, content, extracted, embedding }: DocumentRow): StoredDocument {
  const subjects = extracted === null ? null : (JSON.parse(extracted) as string[]);
  const stored = { key, id, content: JSON.parse(content) as DocumentInput, extracted: subjects };
  return embedding === undefined ? stored : { ...stored, embedding };
}

/** Views the bytes as numbers; copies them if they are not aligned. */
function asForms(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
