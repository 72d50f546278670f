/** The index of a built space, and the documents under it, without the space around them: for measuring parts of it. */

import { prepareTotals } from '../source/facets/prepared-totals.ts';
import { mergeParts } from '../source/index/merge-segments.ts';
import { type Database, openDatabase } from '../source/storage/database.ts';
import { restoreIndex, snapshotsIn } from '../source/storage/index-snapshot.ts';
import { filesOf } from '../source/storage/space-files.ts';
import { openThesaurusRecord } from '../source/thesaurus/stored.ts';

/** Throws where the index has to be rebuilt. */
export function openedIndex(directory: string) {
  const files = filesOf(directory);
  const database: Database = openDatabase(files.database);
  const { number, record } = database.thesaurus()!;
  const thesaurus = { number, ...openThesaurusRecord(record) };
  const snapshots = snapshotsIn(files.index, database, (warning) => {
    throw new Error(warning);
  });
  const index = restoreIndex(snapshots, async (...task) => mergeParts(...task), thesaurus);
  prepareTotals(index);
  return { database, index };
}
