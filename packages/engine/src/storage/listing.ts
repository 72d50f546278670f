/** Listing of documents without their content: ids, content hashes and times of writes. */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedDocument } from '../writable-space.ts';

/** Reads ids from their index, so that the content of the documents is not read. */
const VERSIONS = 'document JOIN version USING (key)';

export function listingOperations(database: DatabaseSync) {
  const after = database.prepare(
    `SELECT id, hash, written FROM ${VERSIONS} WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const hashes = database.prepare(
    `SELECT id, hash, written FROM ${VERSIONS} WHERE id IN (SELECT value FROM json_each(?))`,
  );

  return {
    /** The next documents after this id, ordered by the UTF-8 bytes of their ids. */
    list: (id: string, count: number) => after.all(id, count) as unknown as ListedDocument[],
    /** Content hashes by id, without missing documents. */
    hashes(ids: readonly string[]): Map<string, string> {
      const rows = hashes.all(JSON.stringify(ids)) as unknown as ListedDocument[];
      return new Map(rows.map(({ id, hash }) => [id, hash]));
    },
  };
}
