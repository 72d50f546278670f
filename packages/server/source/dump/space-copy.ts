/** Copies of the databases of embedded search spaces, taken and checked also while a server writes to them. */
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** What of a space is durable; its index is made from it. */
export const databaseName = 'space.sqlite';

/** Names of the spaces under `directory` (`spaces/` of a data directory or a dump). */
export async function spacesIn(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    const file = await stat(join(directory, entry.name, databaseName)).catch(() => null);
    if (file?.isFile()) found.push(entry.name);
  }
  return found.sort();
}

/** A copy of one moment, whatever is written meanwhile. */
export async function copySpace(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const database = new DatabaseSync(join(from, databaseName), { readOnly: true });
  try {
    await backup(database, join(to, databaseName));
  } finally {
    database.close();
  }
}

/** What is wrong with the database of a space; null when nothing is. */
export function faultOfSpace(directory: string): string | null {
  try {
    const database = new DatabaseSync(join(directory, databaseName), { readOnly: true });
    try {
      const [first] = database.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[];
      return first?.quick_check === 'ok' ? null : (first?.quick_check ?? 'it cannot be checked');
    } finally {
      database.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
