/** Keeps a second process, or a second opening in this one, away from a folder: until closed, or the process ends. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Throws where someone else has the folder open. A lock of SQLite vanishes with its process, however that ends. */
export function lockFolder(folder: string): { release(): void } {
  const lock = new DatabaseSync(join(folder, 'lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    throw new Error(`The search space in ${folder} is open already.`, { cause });
  }
  return { release: () => lock.close() };
}
