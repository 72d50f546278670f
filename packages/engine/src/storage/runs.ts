/** The latest synchronization run of a search space in its database, and its documents. */
import type { DatabaseSync } from 'node:sqlite';
import type { SpaceRun } from '../writable-space.ts';

interface RunRow extends Omit<SpaceRun, 'hasUnreadable'> {
  unreadable: number;
}

interface ComparedRow {
  id: string;
  missing: number;
}

export function storedRunOperations(database: DatabaseSync) {
  const latest = database.prepare('SELECT id, started, touched, unreadable, removed FROM run');
  const insert = database.prepare(
    'INSERT INTO run (id, started, touched, unreadable, removed) VALUES (?, ?, ?, ?, ?)',
  );
  const lastWrite = database.prepare('SELECT max(written) AS written FROM version');
  const touch = database.prepare('UPDATE run SET touched = ?, unreadable = max(unreadable, ?)');
  const complete = database.prepare('UPDATE run SET removed = ?');
  const add = database.prepare('INSERT OR IGNORE INTO run_document (id) SELECT value FROM json_each(?)');
  const compare = database.prepare(`
    SELECT id, (written IS NULL OR written < ?)
      AND NOT EXISTS (SELECT 1 FROM run_document WHERE run_document.id = document.id) AS missing
    FROM document LEFT JOIN version USING (key) WHERE id > ? ORDER BY id LIMIT ?
  `);

  function forgetDocuments(): void {
    database.exec('DELETE FROM run_document');
  }

  return {
    latestRun(): SpaceRun | undefined {
      const row = latest.get() as RunRow | undefined;
      if (!row) return undefined;
      const { unreadable, ...run } = row;
      return { ...run, hasUnreadable: unreadable === 1 };
    },
    /** Replaces the latest run; must be called in a transaction. It starts after all writes, whatever the clock says. */
    replaceRun(run: SpaceRun | undefined): void {
      forgetDocuments();
      database.exec('DELETE FROM run');
      if (!run) return;
      const { written } = lastWrite.get() as { written: number | null };
      const started = Math.max(run.started, (written ?? 0) + 1);
      insert.run(run.id, started, run.touched, Number(run.hasUnreadable), run.removed);
    },
    /** Adds documents to the latest run; must be called in a transaction. */
    addToRun(ids: readonly string[], { hasUnreadable, now }: { hasUnreadable: boolean; now: number }): void {
      touch.run(now, Number(hasUnreadable));
      add.run(JSON.stringify(ids));
    },
    completeRun(removed: number): void {
      complete.run(removed);
      forgetDocuments();
    },
    /** The next documents after this id, and whether the latest run, which started then, misses them. */
    compareWithRun(started: number, id: string, count: number): { id: string; isMissing: boolean }[] {
      const rows = compare.all(started, id, count) as unknown as ComparedRow[];
      return rows.map(({ id, missing }) => ({ id, isMissing: missing === 1 }));
    },
  };
}
