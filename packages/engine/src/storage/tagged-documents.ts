/** Documents written with subjects, read as training examples. */
import { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '../writable-space.ts';

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
