/** Marks: random tokens that tie the files derived from a database to a state of it. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Files derived from the documents and stored next to the database. */
type Artifact = 'index' | 'model';

export function markOperations(database: DatabaseSync) {
  const add = database.prepare('INSERT INTO mark (made, mark) VALUES (?, ?)');
  const find = database.prepare('SELECT 1 FROM mark WHERE made = ? AND mark = ?');
  const dropOthers = database.prepare('DELETE FROM mark WHERE made = ? AND mark <> ?');
  return {
    /** Creates a mark. Other databases, and older copies of this one, do not contain it. */
    mark(made: Artifact): string {
      const mark = randomUUID();
      add.run(made, mark);
      return mark;
    },
    /** Whether the artifact was made from this database, now or earlier. */
    hasMark: (made: Artifact, mark: unknown) =>
      typeof mark === 'string' && find.get(made, mark) !== undefined,
    forgetOtherMarks: (made: Artifact, mark: string) => void dropOthers.run(made, mark),
  };
}
