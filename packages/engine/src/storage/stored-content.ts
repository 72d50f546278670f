/** Stored content of a search space, readable while another process has the space open. */
import { existsSync } from 'node:fs';
import type { DocumentInput } from '../writable-space.ts';
import { openReadOnly } from './read-only-database.ts';
import { spaceFiles } from './space-files.ts';

/** Empty if there is no space. */
export interface StoredContent {
  /** Number of documents. */
  count(): number;
  /** As they were written, in the order of the last write. */
  documents(): Iterable<DocumentInput>;
  /** Input for `deserializeThesaurus`. */
  thesaurus(): Uint8Array | undefined;
}

export function readStoredContent(directory: string): StoredContent {
  const { database: file } = spaceFiles(directory);

  function* rows(query: string) {
    if (!existsSync(file)) return;
    const database = openReadOnly(file);
    try {
      yield* database.prepare(query).iterate();
    } finally {
      database.close();
    }
  }

  return {
    count() {
      for (const { count } of rows('SELECT count(*) AS count FROM document')) return count as number;
      return 0;
    },
    *documents() {
      for (const { content } of rows('SELECT content FROM document ORDER BY key'))
        yield JSON.parse(content as string) as DocumentInput;
    },
    thesaurus() {
      for (const { record } of rows('SELECT record FROM thesaurus')) return record as Uint8Array;
      return undefined;
    },
  };
}

/** The record of the thesaurus, and a sample of the documents written with subjects; `sample` selects their keys. */
export function readTaggedDocuments(file: string, sample: (keys: number[]) => number[]) {
  const database = openReadOnly(file);
  try {
    const thesaurus = database.prepare('SELECT record FROM thesaurus').get();
    if (!thesaurus) return undefined;
    const rows = database.prepare('SELECT key FROM document WHERE extracted IS NULL ORDER BY key').all();
    const selectContent = database.prepare('SELECT content FROM document WHERE key = ?');
    const documents = sample(rows.map(({ key }) => key as number)).flatMap((key) => {
      const row = selectContent.get(key);
      return row ? [JSON.parse(row.content as string) as DocumentInput] : [];
    });
    return { record: thesaurus.record as Uint8Array, documents };
  } finally {
    database.close();
  }
}
