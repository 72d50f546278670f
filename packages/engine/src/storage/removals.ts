/** Removals that the snapshot of the index does not include yet. */
import type { DatabaseSync } from 'node:sqlite';

/** A document that is gone, and the forms of its words. */
export interface Removed {
  key: number;
  forms: Uint32Array;
}

interface RemovedRow {
  key: number;
  forms: Uint8Array;
}

export function removalOperations(database: DatabaseSync) {
  const record = database.prepare('INSERT INTO removed (key, forms) VALUES (?, ?)');
  const after = database.prepare(
    'SELECT key, forms FROM removed WHERE sequence > ? AND key <= ? ORDER BY sequence',
  );
  const forget = database.prepare('DELETE FROM removed WHERE sequence <= ?');
  const last = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'removed'");
  return {
    recordRemoval: ({ key, forms }: Removed) =>
      void record.run(key, new Uint8Array(forms.buffer, forms.byteOffset, forms.byteLength)),
    /** Removals of documents up to `key` that a snapshot with this `sequence` does not include. */
    removedAfter(sequence: number, key: number): Removed[] {
      const found: Removed[] = [];
      for (const row of after.iterate(sequence, key) as Iterable<unknown> as Iterable<RemovedRow>)
        found.push({ key: row.key, forms: asForms(row.forms) });
      return found;
    },
    forgetRemovals: (sequence: number) => void forget.run(sequence),
    lastRemoval: () => (last.get() as { seq: number } | undefined)?.seq ?? 0,
  };
}

/** Views the bytes as numbers; copies them if they are not aligned. */
function asForms(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer, byteOffset, byteLength / 4);
}
