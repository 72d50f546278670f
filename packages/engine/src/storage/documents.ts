/** Documents in the database of a search space: content, extracted subjects and the times of writes. */
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../writable-space.ts';

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

/** A row of the table `document`. */
export interface DocumentRow {
  key: number;
  id: string;
  content: string;
  extracted: string | null;
  embedding?: Uint8Array | null;
}

/** Work in one transaction: atomic, and durable when it returns. */
export type Transaction = <Result>(work: () => Result) => Result;

export function documentReads(database: DatabaseSync) {
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
  const after = documents('key > ? ORDER BY key LIMIT ?', ', embedding');
  const outdated = documents('extracted IS NOT NULL AND thesaurus < ? ORDER BY thesaurus, key LIMIT ?');
  const guessed = documents('guessed_among < ?1 OR guessed_among > ?1 LIMIT ?2');
  const extractedBetween = documents(
    'extracted IS NOT NULL AND thesaurus = ? AND key > ? AND key <= ? ORDER BY key LIMIT ?',
  );
  const lastKey = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'document'");
  return {
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
    lastKey: () => (lastKey.get() as { seq: number } | undefined)?.seq ?? 0,
  };
}

/** `recordRemoval` is called for each removed document that a snapshot contains. */
export function documentWrites(
  database: DatabaseSync,
  transaction: Transaction,
  recordRemoval: (key: number) => void,
) {
  const keyOf = database.prepare('SELECT key FROM document WHERE id = ?');
  const insertVersion = database.prepare('INSERT INTO version (key, hash, written) VALUES (?, ?, ?)');
  const dropVersion = database.prepare('DELETE FROM version WHERE key = ?');
  const writtenOf = database.prepare(
    'SELECT written FROM version JOIN document USING (key) WHERE document.id = ?',
  );
  const latestRun = database.prepare('SELECT started FROM run');
  const insert = database.prepare(
    'INSERT INTO document (key, id, content, extracted, thesaurus, guessed_among, embedding) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM document WHERE key = ?');

  function lastWritten(id: string): number | null {
    return (writtenOf.get(id) as { written: number | null } | undefined)?.written ?? null;
  }

  /** Not before the latest run, even if the clock was set back since its start. */
  function writeTime(now: number): number {
    const run = latestRun.get() as { started: number } | undefined;
    return Math.max(now, run?.started ?? 0);
  }

  /** Removals of documents with keys above `snapshotKey`, which no snapshot contains, are not recorded. */
  function remove(id: string, snapshotKey: number): number | undefined {
    if (!id.isWellFormed()) return undefined;
    const row = keyOf.get(id) as { key: number } | undefined;
    if (!row) return undefined;
    drop.run(row.key);
    dropVersion.run(row.key);
    if (row.key <= snapshotKey) recordRemoval(row.key);
    return row.key;
  }

  return {
    /** Writes documents with keys above `lastKey`. Returns the keys of the replaced ones. */
    put(
      documents: readonly (DocumentToStore & { key: number })[],
      thesaurus: number,
      snapshotKey: number,
    ): number[] {
      return transaction(() =>
        documents.flatMap(({ key, id, content, extracted, guessedAmong, ...more }) => {
          const { embedding = null, hash } = more;
          const written = more.written === undefined ? lastWritten(id) : writeTime(more.written);
          const replaced = remove(id, snapshotKey);
          const tags = extracted === null ? null : JSON.stringify(extracted);
          const text = JSON.stringify(content);
          insert.run(key, id, text, tags, thesaurus, guessedAmong, embedding);
          if (hash !== undefined) insertVersion.run(key, hash, written);
          return replaced ?? [];
        }),
      );
    },
    /** Returns the keys of the removed documents by id. */
    delete: (ids: readonly string[], snapshotKey: number): Map<string, number> =>
      transaction(() => {
        const removed = ids.map((id) => [id, remove(id, snapshotKey)] as const);
        return new Map(removed.flatMap(([id, key]) => (key === undefined ? [] : [[id, key]])));
      }),
  };
}

/** Throws if the content is not valid JSON, as in a damaged file. */
function parseRow({ key, id, content, extracted, embedding }: DocumentRow): StoredDocument {
  const subjects = extracted === null ? null : (JSON.parse(extracted) as string[]);
  const stored = { key, id, content: JSON.parse(content) as DocumentInput, extracted: subjects };
  return embedding === undefined ? stored : { ...stored, embedding };
}
