/** Queries that list all documents with their content hashes. */
import type { DatabaseSync } from 'node:sqlite';
import type { ListedDocument } from '../writable-space.ts';
import { contentHash } from './content-hash.ts';

interface ListedRow {
  id: string;
  hash: string | null;
  written: number | null;
  /** Null if the hash is known. */
  content: string | null;
}

/** Reading the content of all documents would take longer than the rest of the query. */
const LISTED = 'id, hash, written, CASE WHEN hash IS NULL THEN content END AS content';

export function listingOperations(database: DatabaseSync) {
  const after = database.prepare(`SELECT ${LISTED} FROM document WHERE id > ? ORDER BY id LIMIT ?`);
  return {
    /** The next documents after this id, ordered by the UTF-8 bytes of their ids. */
    list: (id: string, count: number) => (after.all(id, count) as unknown as ListedRow[]).map(listedDocument),
  };
}

function listedDocument({ id, hash, written, content }: ListedRow): ListedDocument {
  return { id, hash: hash ?? contentHash(JSON.parse(content!) as object), written };
}
