/** Index and database of a built search space, opened directly to measure parts of a search. */

import { deserializeThesaurus } from '@semantic-search/query';
import { mergeSegments } from '../src/index-writing/merger.ts';
import { SnapshotStore } from '../src/index-writing/snapshot-store.ts';
import { DEFAULT_RANKING } from '../src/search/matching/ranking.ts';
import { SearchScratch } from '../src/search/matching/search-scratch.ts';
import { type Database, openDatabase } from '../src/storage/database.ts';
import { spaceFiles } from '../src/storage/space-files.ts';

/** Throws if the index would have to be rebuilt. */
export function openIndex(directory: string) {
  const files = spaceFiles(directory);
  const database: Database = openDatabase(files.database);
  const { number, record } = database.thesaurus()!;
  const thesaurus = { number, ...deserializeThesaurus(record) };
  const snapshots = new SnapshotStore(files.index, database, (warning) => {
    throw new Error(warning);
  });
  const index = snapshots.restore(thesaurus, {
    merge: async (...task) => mergeSegments(...task),
  });
  return { database, index, ranking: DEFAULT_RANKING, scratch: new SearchScratch() };
}
