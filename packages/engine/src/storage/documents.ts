/** Documents in the database of a search space: content, subjects, hashes and times of writes. */
import type { DatabaseSync } from 'node:sqlite';
import type { DocumentInput, ListedDocument } from '../writable-space.ts';

export interface StoredDocument {
  /** Ascending in the order of writing; never reused. */
  key: number;
  id: string;
  content: DocumentInput;
  /** Extracted subjects; null if the document was written with subjects. */
  extracted: string[] | null;
  /** Time of the last write in milliseconds since 1970; null if a previous version of the engine wrote it. */
  written: number | null;
  /** Quantized embedding, if it was read; null if it is not known yet, empty if the document has none. */
  embedding?: Uint8Array | null;
  /** Candidate languages of the detection, if it used the labels; null if the document or its text decides. */
  guessedAmong: string | null;
}

/** A document with its tags. */
export type TaggedDocument = Omit<StoredDocument, 'key' | 'written' | 'embedding'>;

export type DocumentToStore = StoredDocument & TaggedDocument & Pick<ListedDocument, 'hash'>;

interface DocumentRow extends Omit<StoredDocument, 'content' | 'extracted'> {
  content: string;
  extracted: string | null;
}

/** Work in one transaction: atomic, and durable when it returns. */
export type Transaction = <Result>(work: () => Result) => Result;

export function documentReads(database: DatabaseSync) {
  const selection = (condition: string, moreColumns = '') => {
    const query = database.prepare(
      `SELECT key, id, content, extracted, guessed_among AS guessedAmong, written${moreColumns} FROM document JOIN version USING (key) WHERE ${condition}`,
    );
    return (...parameters: (string | number)[]) =>
      (query.all(...parameters) as unknown as DocumentRow[]).map(parseRow);
  };
  const byId = selection('id = ?');
  const byKey = selection('key = ?');
  const byKeys = selection('key IN (SELECT value FROM json_each(?))');
  const embeddedByIds = selection('id IN (SELECT value FROM json_each(?))', ', embedding');
  const afterKey = selection('key > ? ORDER BY key LIMIT ?', ', embedding');
  const outdated = selection('extracted IS NOT NULL AND thesaurus < ? ORDER BY thesaurus, key LIMIT ?');
  const guessed = selection('guessed_among < ?1 OR guessed_among > ?1 LIMIT ?2');
  const extractedBetween = selection(
    'extracted IS NOT NULL AND thesaurus = ? AND key > ? AND key <= ? ORDER BY key LIMIT ?',
  );
  return {
    /** SQLite would replace lone surrogates in ids, so no document has such an id. */
    find: (id: string) => (id.isWellFormed() ? byId(id)[0] : undefined),
    /** With embeddings, in any order, without missing documents. */
    findEmbedded: (ids: readonly string[]) => embeddedByIds(JSON.stringify(ids)),
    byKey: (key: number) => byKey(key)[0],
    /** In the order of the keys. One query takes 75 % of the time of single queries. */
    byKeys(keys: readonly number[]): (StoredDocument | undefined)[] {
      const byNumber = new Map(byKeys(JSON.stringify(keys)).map((document) => [document.key, document]));
      return keys.map((key) => byNumber.get(key));
    },
    /** Returns the next documents after `key`, in the order of writing. */
    after: (key: number, count: number) => afterKey(key, count),
    /** Documents with subjects extracted by an older thesaurus, or detected with other candidate languages. */
    outdated(thesaurus: number, among: string, count: number): StoredDocument[] {
      const tagged = outdated(thesaurus, count);
      const redetected = tagged.length < count ? guessed(among, count) : [];
      const distinct = new Map([...tagged, ...redetected].map((document) => [document.key, document]));
      return [...distinct.values()].slice(0, count);
    },
    /** Documents with subjects extracted by this thesaurus, with keys in (after, upTo]. */
    extractedBetween: (thesaurus: number, after: number, upTo: number, count: number) =>
      extractedBetween(thesaurus, after, upTo, count),
  };
}

/** Lists and counts of documents. IDs come from their index and keys from the table of versions, so that no content is read. */
export function documentLists(database: DatabaseSync) {
  const listing = (condition: string) =>
    database.prepare(`SELECT id, hash, written FROM document JOIN version USING (key) WHERE ${condition}`);
  const listedAfter = listing('id > ? ORDER BY id LIMIT ?');
  const listedByIds = listing('id IN (SELECT value FROM json_each(?))');
  const lastKey = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'document'");
  const countVersions = database.prepare('SELECT count(*) AS documents FROM version WHERE key <= ?');
  const countWithSubjects = database.prepare(
    'SELECT (SELECT count(*) FROM version) - count(*) AS count FROM document WHERE extracted IS NOT NULL',
  );
  const selectRemoved = database.prepare(
    'SELECT value AS key FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM version WHERE version.key = value)',
  );
  return {
    lastKey: () => (lastKey.get() as { seq: number } | undefined)?.seq ?? 0,
    /** Number of documents with keys up to this one. */
    countUpTo: (key: number) => (countVersions.get(key) as { documents: number }).documents,
    /** Number of documents that were written with subjects. */
    countExamples: () => (countWithSubjects.get() as { count: number }).count,
    /** The keys whose documents have been removed. */
    removedAmong: (keys: readonly number[]) =>
      (selectRemoved.all(JSON.stringify(keys)) as unknown as { key: number }[]).map(({ key }) => key),
    /** The next documents after this id, ordered by the UTF-8 bytes of their ids. */
    list: (id: string, limit: number) => listedAfter.all(id, limit) as unknown as ListedDocument[],
    /** By id, without missing documents. */
    listedByIds(ids: readonly string[]): Map<string, ListedDocument> {
      const rows = listedByIds.all(JSON.stringify(ids)) as unknown as ListedDocument[];
      return new Map(rows.map((document) => [document.id, document]));
    },
  };
}

export function documentWrites(database: DatabaseSync, transaction: Transaction) {
  const keyOf = database.prepare('SELECT key FROM document WHERE id = ?');
  const insertVersion = database.prepare('INSERT INTO version (key, hash, written) VALUES (?, ?, ?)');
  const dropVersion = database.prepare('DELETE FROM version WHERE key = ?');
  const latestRun = database.prepare('SELECT started FROM run');
  const insert = database.prepare(
    'INSERT INTO document (key, id, content, extracted, thesaurus, guessed_among, embedding) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const drop = database.prepare('DELETE FROM document WHERE key = ?');
  const recordTagged = database.prepare(
    'UPDATE document SET thesaurus = ? WHERE key IN (SELECT value FROM json_each(?))',
  );

  /** Returns the key of the removed document. */
  function remove(id: string): number | undefined {
    if (!id.isWellFormed()) return undefined;
    const row = keyOf.get(id) as { key: number } | undefined;
    if (!row) return undefined;
    drop.run(row.key);
    dropVersion.run(row.key);
    return row.key;
  }

  /** Returns the key of the replaced document, if there was one. */
  function replace(document: DocumentToStore, thesaurus: number): number | [] {
    const { key, id, content, extracted, guessedAmong, embedding = null, hash, written } = document;
    const replacedKey = remove(id);
    const tags = extracted === null ? null : JSON.stringify(extracted);
    insert.run(key, id, JSON.stringify(content), tags, thesaurus, guessedAmong, embedding);
    insertVersion.run(key, hash, written);
    return replacedKey ?? [];
  }

  return {
    /** Time of a write at `now`: not before the latest run, even if the clock was set back since its start. */
    writeTime(now: number): number {
      const run = latestRun.get() as { started: number } | undefined;
      return Math.max(now, run?.started ?? 0);
    },
    /** Writes documents with keys above `lastKey`. Returns the keys of the replaced documents. */
    replaceDocuments: (documents: readonly DocumentToStore[], thesaurus: number): number[] =>
      transaction(() => documents.flatMap((document) => replace(document, thesaurus))),
    /** Records that this thesaurus extracts the subjects that are stored already. */
    keepTags: (keys: readonly number[], thesaurus: number) =>
      void recordTagged.run(thesaurus, JSON.stringify(keys)),
    /** Returns the keys of the removed documents by id. */
    delete: (ids: readonly string[]): Map<string, number> =>
      transaction(() => {
        const removed = ids.map((id) => [id, remove(id)] as const);
        return new Map(removed.flatMap(([id, key]) => (key === undefined ? [] : [[id, key]])));
      }),
  };
}

/** Throws if the content is not valid JSON, as in a damaged file. */
function parseRow({ content, extracted, ...row }: DocumentRow): StoredDocument {
  const subjects = extracted === null ? null : (JSON.parse(extracted) as string[]);
  return { ...row, content: JSON.parse(content) as DocumentInput, extracted: subjects };
}
