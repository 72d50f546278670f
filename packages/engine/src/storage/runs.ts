/** Synchronization run in the database of a search space: the latest run and its documents. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SpaceRun } from '../writable-space.ts';
import type { Transaction } from './documents.ts';

interface RunRow extends Omit<SpaceRun, 'hasUnreadable'> {
  unreadable: number;
}

interface ComparedRow {
  id: string;
  missing: number;
}

/** Operations on a run do nothing if another run is the latest. */
export function storedRunOperations(database: DatabaseSync, transaction: Transaction) {
  const latest = database.prepare('SELECT id, started, touched, unreadable, removed FROM run');
  const insert = database.prepare(
    'INSERT INTO run (id, started, touched, unreadable, removed) VALUES (?, ?, ?, ?, ?)',
  );
  const lastWrite = database.prepare('SELECT max(written) AS written FROM version');
  const touch = database.prepare(
    'UPDATE run SET touched = ?, unreadable = max(unreadable, ?) WHERE id = ? AND removed IS NULL',
  );
  const complete = database.prepare('UPDATE run SET removed = ? WHERE id = ?');
  const abandon = database.prepare('DELETE FROM run WHERE id = ?');
  const addDocuments = database.prepare(
    'INSERT OR IGNORE INTO run_document (id) SELECT value FROM json_each(?)',
  );
  const selectCompared = database.prepare(`
    SELECT id, (written IS NULL OR written < ?)
      AND NOT EXISTS (SELECT 1 FROM run_document WHERE run_document.id = document.id) AS missing
    FROM document LEFT JOIN version USING (key) WHERE id > ? ORDER BY id LIMIT ?
  `);

  /** Ends the run if it is the latest, and forgets its documents. Returns false if another run is the latest. */
  function end(statement: StatementSync, ...parameters: (string | number)[]): boolean {
    return transaction(() => {
      const isLatest = statement.run(...parameters).changes > 0;
      if (isLatest) database.exec('DELETE FROM run_document');
      return isLatest;
    });
  }

  return {
    latestRun(): SpaceRun | undefined {
      const row = latest.get() as RunRow | undefined;
      if (!row) return undefined;
      const { unreadable, ...run } = row;
      return { ...run, hasUnreadable: unreadable === 1 };
    },
    /** Replaces the latest run. It starts after all writes, whatever the clock says. */
    startRun(run: SpaceRun): void {
      transaction(() => {
        database.exec('DELETE FROM run_document; DELETE FROM run');
        const { written } = lastWrite.get() as { written: number | null };
        const started = Math.max(run.started, (written ?? 0) + 1);
        insert.run(run.id, started, run.touched, Number(run.hasUnreadable), run.removed);
      });
    },
    /** Returns false if the run is complete or not the latest one. */
    addToRun: (id: string, part: { documents: string[]; hasUnreadable: boolean }): boolean =>
      transaction(() => {
        const isOpen = touch.run(Date.now(), Number(part.hasUnreadable), id).changes > 0;
        if (isOpen) addDocuments.run(JSON.stringify(part.documents));
        return isOpen;
      }),
    completeRun: (id: string, removed: number): boolean => end(complete, removed, id),
    abandonRun: (id: string): boolean => end(abandon, id),
    /** The next documents after this ID, and whether each is missing from the latest run, which started at `started`. */
    compareWithRun(started: number, after: string, count: number): { id: string; isMissing: boolean }[] {
      const rows = selectCompared.all(started, after, count) as unknown as ComparedRow[];
      return rows.map(({ id, missing }) => ({ id, isMissing: missing === 1 }));
    },
  };
}
