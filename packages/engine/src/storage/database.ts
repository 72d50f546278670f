/** SQLite database of a search space: documents, thesaurus, model, settings, embeddings, runs. */
import { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../writable-space.ts';
import { documentLists, documentReads, documentWrites, type Transaction } from './documents.ts';
import { chownToFolderOwner } from './file-ownership.ts';
import { storedRunOperations } from './runs.ts';
import { SCHEMA } from './schema.ts';
import { withStorageErrors, wrapOperations } from './storage-error.ts';

export type Database = ReturnType<typeof openDatabase>;

/** Waiting time for locks, because the commands `doctor` and `dump` may use the database at the same time. */
const BUSY_TIMEOUT_MS = 2000;

const PRAGMAS = `
  -- In bytes; for new databases only. Larger pages waste less space after documents.
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  -- 16,000 KiB.
  PRAGMA cache_size = -16000;
  -- In pages: 64 MB. After fewer pages, an import would write the pages of the index of ids more often.
  PRAGMA wal_autocheckpoint = 4000;
`;

/** Opens or creates the database. All operations throw `StorageError`s. */
export function openDatabase(file: string) {
  const database = withStorageErrors(() => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS }), file);
  try {
    // SQLite gives its -wal and -shm files the owner of the database.
    chownToFolderOwner(file);
    const operations = withStorageErrors(() => operationsOn(database), file);
    return wrapOperations(operations, file);
  } catch (error) {
    database.close();
    throw error;
  }
}

function operationsOn(database: DatabaseSync) {
  database.exec(PRAGMAS);
  database.exec(SCHEMA);
  const transaction = transactionOn(database);
  const settings = settingOperations(database);
  return {
    transaction,
    ...documentReads(database),
    ...documentLists(database),
    ...documentWrites(database, transaction),
    ...thesaurusOperations(database, transaction),
    ...modelOperations(database, transaction),
    ...settings,
    ...embeddingOperations(database, transaction, settings),
    ...storedRunOperations(database, transaction),
    close: () => database.close(),
  };
}

function transactionOn(database: DatabaseSync): Transaction {
  return (work) => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      database.exec('COMMIT');
      return result;
    } catch (error) {
      if (database.isTransaction) database.exec('ROLLBACK');
      throw error;
    }
  };
}

function thesaurusOperations(database: DatabaseSync, transaction: Transaction) {
  return {
    thesaurus() {
      const row = database.prepare('SELECT number, record FROM thesaurus').get();
      return row as { number: number; record: Uint8Array } | undefined;
    },
    replaceThesaurus(number: number, record: Uint8Array): void {
      transaction(() => {
        database.exec('DELETE FROM thesaurus');
        database.prepare('INSERT INTO thesaurus (number, record) VALUES (?, ?)').run(number, record);
      });
    },
  };
}

/** The concept model has yet to tag the documents with extracted subjects and keys in (retagged, last]. */
interface ModelProgress {
  /** Number of the thesaurus that the model was trained with. */
  thesaurus: number;
  retagged: number;
  last: number;
}

interface StoredModel {
  thesaurus: number;
  /** Number of documents at the time of the training. */
  documents: number;
  record: Uint8Array;
}

function modelOperations(database: DatabaseSync, transaction: Transaction) {
  return {
    model: () =>
      database.prepare('SELECT thesaurus, documents, record FROM model').get() as StoredModel | undefined,
    modelProgress: () =>
      database.prepare('SELECT thesaurus, retagged, last FROM model').get() as ModelProgress | undefined,
    /** `last` is the key of the last document that the model is to tag again. */
    replaceModel({ thesaurus, documents, record }: StoredModel, last: number): void {
      transaction(() => {
        database.exec('DELETE FROM model');
        database
          .prepare('INSERT INTO model (thesaurus, documents, record, retagged, last) VALUES (?, ?, ?, 0, ?)')
          .run(thesaurus, documents, record, last);
      });
    },
    /** Does nothing if another model has been trained since the progress was read. */
    recordRetagged: ({ retagged, last }: ModelProgress, newRetagged: number) =>
      void database
        .prepare('UPDATE model SET retagged = ? WHERE retagged = ? AND last = ?')
        .run(newRetagged, retagged, last),
  };
}

function settingOperations(database: DatabaseSync) {
  const read = database.prepare('SELECT value FROM setting WHERE name = ?');
  const write = database.prepare('REPLACE INTO setting (name, value) VALUES (?, ?)');
  return {
    setting: (name: string) => (read.get(name) as { value: string } | undefined)?.value,
    writeSetting: (name: string, value: string) => void write.run(name, value),
  };
}

/** Name of the setting that identifies the model of all embeddings. */
const EMBEDDING_MODEL = 'embedding-model';

/** Embeddings: their model, and the documents that still need one. */
function embeddingOperations(
  database: DatabaseSync,
  transaction: Transaction,
  { setting, writeSetting }: ReturnType<typeof settingOperations>,
) {
  return {
    /** Prepares a space with embeddings. Removes embeddings of another model, which cannot be compared. */
    useEmbeddingModel(model: string): void {
      database.exec(
        'CREATE INDEX IF NOT EXISTS document_without_embedding ON document (key) WHERE embedding IS NULL',
      );
      transaction(() => {
        if (setting(EMBEDDING_MODEL) === model) return;
        database.exec('UPDATE document SET embedding = NULL WHERE embedding IS NOT NULL');
        writeSetting(EMBEDDING_MODEL, model);
      });
    },
    hasEmbeddings: () =>
      database.prepare('SELECT 1 FROM document WHERE length(embedding) > 0 LIMIT 1').get() !== undefined,
    /** The first documents whose embedding is not known yet. */
    withoutEmbedding: (count: number) =>
      database
        .prepare('SELECT key, content FROM document WHERE embedding IS NULL ORDER BY key LIMIT ?')
        .all(count)
        .map(({ key, content }) => {
          return { key: key as number, content: JSON.parse(content as string) as DocumentInput };
        }),
    /** Records that these documents need no embedding. */
    skipEmbedding(keys: readonly number[]): void {
      const isSkipped = 'embedding IS NULL AND key IN (SELECT value FROM json_each(?))';
      database.prepare(`UPDATE document SET embedding = x'' WHERE ${isSkipped}`).run(JSON.stringify(keys));
    },
  };
}
