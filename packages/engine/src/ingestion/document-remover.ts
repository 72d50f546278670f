/** Removal path of documents: reads their words, commits the deletion, and publishes the new index. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { runInSlices } from '@semantic-search/query/scheduling';
import type { SnapshotStore } from '../index/snapshot-store.ts';
import type { IndexWriter } from '../index/writer.ts';
import type { Database } from '../storage/database.ts';

export interface DocumentRemover {
  /** Deletes documents in one transaction. Returns the ids that existed. Must run exclusively. */
  remove(ids: readonly string[]): Promise<Set<string>>;
}

/** Documents that are read between two turns of the event loop. */
const BATCH_SIZE = 50;

export function documentRemover({
  index,
  database,
  snapshots,
}: {
  index: IndexWriter;
  database: Database;
  snapshots: SnapshotStore;
}): DocumentRemover {
  return {
    async remove(ids) {
      const forms = new Map<number, Uint32Array>();
      const existing = new Set<string>();
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        if (from > 0) await nextTurn();
        for (const each of database.findAll(ids.slice(from, from + BATCH_SIZE))) {
          forms.set(each.key, await runInSlices(index.formsOfDocument(each)));
          existing.add(each.id);
        }
      }
      if (existing.size === 0) return existing;
      // No await from here on: the commit and the publication must share a turn.
      const snapshotKey = snapshots.snapshotKey();
      const removed = database.delete([...existing], {
        formsOfDocument: (key) => forms.get(key)!,
        snapshotKey,
      });
      index.remove(removed);
      snapshots.recordRemoved(removed);
      snapshots.recordIndexed(0, removed.length);
      snapshots.saveIfDue(index);
      return existing;
    },
  };
}
