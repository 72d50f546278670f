/** Queries over all documents without their content: content hashes, times, and what a run contains. */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedDocument, SpaceRun } from '../writable-space.ts';
import { contentHash } from './content-hash.ts';

interface ListedRow {
  id: string;
  /** Null in documents of previous versions. */
  hash: string | null;
  written: number | null;
}

interface RunRow extends Omit<SpaceRun, 'hasUnreadable'> {
  unreadable: number;
}

interface ComparedRow {
  id: string;
  missing: number;
}

/** Reads ids from their index, so that the content of the documents is not read. */
const VERSIONS = 'document LEFT JOIN version USING (key)';

export function listingOperations(database: DatabaseSync) {
  const after = database.prepare(
    `SELECT id, hash, written FROM ${VERSIONS} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const content = database.prepare('SELECT content FROM document WHERE id = ?');
  const hashes = database.prepare(
    `SELECT id, hash, written FROM ${VERSIONS} WHERE id IN (SELECT value FROM json_each(?))`,
  );
  const latest = database.prepare('SELECT id, started, touched, unreadable, removed FROM run');
  const insert = database.prepare(
    'INSERT INTO run (id, started, touched, unreadable, removed) VALUES (?, ?, ?, ?, ?)',
  );
  const touch = database.prepare('UPDATE run SET touched = ?, unreadable = max(unreadable, ?)');
  const complete = database.prepare('UPDATE run SET removed = ?');
  const add = database.prepare('INSERT OR IGNORE INTO run_document (id) SELECT value FROM json_each(?)');
  const compare = database.prepare(`
    SELECT id, (written IS NULL OR written < ?)
      AND NOT EXISTS (SELECT 1 FROM run_document WHERE run_document.id = document.id) AS missing
    FROM ${VERSIONS} WHERE id > ? ORDER BY id LIMIT ?
  `);

  function listed({ id, hash, written }: ListedRow): ListedDocument {
    return { id, hash: hash ?? contentHash(contentOf(id)), written };
  }

  function contentOf(id: string): object {
    return JSON.parse((content.get(id) as { content: string }).content) as object;
  }

  function forgetDocuments(): void {
    database.exec('DELETE FROM run_document');
  }

  return {
    /** The next documents after this id, ordered by the UTF-8 bytes of their ids. */
    list: (id: string, count: number) => (after.all(id, count) as unknown as ListedRow[]).map(listed),
    /** Content hashes by id, without missing documents. */
    hashes(ids: readonly string[]): Map<string, string> {
      const rows = hashes.all(JSON.stringify(ids)) as unknown as ListedRow[];
      return new Map(rows.map(listed).map(({ id, hash }) => [id, hash]));
    },
    latestRun(): SpaceRun | undefined {
      const row = latest.get() as RunRow | undefined;
      if (!row) return undefined;
      const { unreadable, ...run } = row;
      return { ...run, hasUnreadable: unreadable === 1 };
    },
    /** Replaces the latest run; must be called in a transaction. */
    replaceRun(run: SpaceRun | undefined): void {
      forgetDocuments();
      database.exec('DELETE FROM run');
      if (run) insert.run(run.id, run.started, run.touched, Number(run.hasUnreadable), run.removed);
    },
    /** Adds documents to the latest run; must be called in a transaction. */
    addToRun(ids: readonly string[], hasUnreadable: boolean, now: number): void {
      touch.run(now, Number(hasUnreadable));
      add.run(JSON.stringify(ids));
    },
    completeRun(removed: number): void {
      complete.run(removed);
      forgetDocuments();
    },
    /** The next documents after this id, and whether the latest run, which started then, misses them. */
    compareWithRun(started: number, id: string, count: number): { id: string; isMissing: boolean }[] {
      const rows = compare.all(started, id, count) as unknown as ComparedRow[];
      return rows.map(({ id, missing }) => ({ id, isMissing: missing === 1 }));
    },
  };
}
