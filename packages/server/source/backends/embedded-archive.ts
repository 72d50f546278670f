/** What was written to an embedded space, read from its database; also while the engine writes to it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentInput } from '@semantic-search/engine';
import { databaseName } from '../dump/space-copy.ts';
import type { Originals } from './port.ts';

/** `directory` is that of the space. */
export function archiveIn(directory: string): Pick<Originals, 'all' | 'thesaurus'> {
  const file = join(directory, databaseName);

  function* rows<Row>(query: string): Iterable<Row> {
    if (!existsSync(file)) return;
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      yield* database.prepare(query).iterate() as Iterable<Row>;
    } finally {
      database.close();
    }
  }

  return {
    async *all() {
      for (const { content } of rows<{ content: string }>('SELECT content FROM document ORDER BY key'))
        yield JSON.parse(content) as DocumentInput;
    },
    async thesaurus() {
      for (const { record } of rows<{ record: Uint8Array }>('SELECT record FROM thesaurus')) return record;
      return undefined;
    },
  };
}
