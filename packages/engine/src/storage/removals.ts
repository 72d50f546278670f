/** Removals that the snapshot of the index does not include yet. */
import type { DatabaseSync } from 'node:sqlite';

export function removalOperations(database: DatabaseSync) {
  const record = database.prepare('INSERT INTO removal (key) VALUES (?)');
  const after = database.prepare('SELECT key FROM removal WHERE sequence > ? AND key <= ? ORDER BY sequence');
  const forget = database.prepare('DELETE FROM removal WHERE sequence <= ?');
  const last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'removal'");
  return {
    recordRemoval: (key: number) => void record.run(key),
    /** Keys up to `key` of the removals that a snapshot with this `sequence` does not include. */
    removedAfter: (sequence: number, key: number): number[] =>
      (after.all(sequence, key) as unknown as { key: number }[]).map((row) => row.key),
    forgetRemovals: (sequence: number) => void forget.run(sequence),
    lastRemoval: () => (last.get() as { seq: number } | undefined)?.seq ?? 0,
  };
}
