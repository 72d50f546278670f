/** Listing of documents without their content: ids, content hashes and times of writes. */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedDocument } from '../writable-space.ts';
import { contentHash } from './content-hash.ts';

interface ListedRow {
  id: string;
  /** Null in documents of previous versions. */
  hash: string | null;
  written: number | null;
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

  function listed({ id, hash, written }: ListedRow): ListedDocument {
    return { id, hash: hash ?? contentHash(contentOf(id)), written };
  }

  function contentOf(id: string): object {
    return JSON.parse((content.get(id) as { content: string }).content) as object;
  }

  return {
    /** The next documents after this id, ordered by the UTF-8 bytes of their ids. */
    list: (id: string, count: number) => (after.all(id, count) as unknown as ListedRow[]).map(listed),
    /** Content hashes by id, without missing documents. */
    hashes(ids: readonly string[]): Map<string, string> {
      const rows = hashes.all(JSON.stringify(ids)) as unknown as ListedRow[];
      return new Map(rows.map(listed).map(({ id, hash }) => [id, hash]));
    },
  };
}
