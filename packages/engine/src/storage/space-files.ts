/**
 * File layout of a search space, and checks that its files exist and are writable.
 *
 * Only the database is essential; all other files are derived from it.
 */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StorageError } from './storage-error.ts';

export type SpaceFiles = ReturnType<typeof spaceFiles>;

export function spaceFiles(directory: string) {
  return {
    /** SQLite database, with a -wal and a -shm file next to it. */
    database: join(directory, 'space.sqlite'),
    /** Folder of the index snapshot. */
    index: join(directory, 'index'),
    /** Locked while the space is open. */
    lock: join(directory, 'lock'),
  };
}

export function isSpace(directory: string): boolean {
  const files = spaceFiles(directory);
  return existsSync(files.database) || databaseLoss(files) !== null;
}

/** Throws `storage-damaged` if the database is lost. Opening would otherwise create an empty space. */
export function requireDatabase(files: SpaceFiles): void {
  const loss = databaseLoss(files);
  if (loss !== null) throw new StorageError('storage-damaged', loss);
}

/**
 * Throws `storage-failed` if this user cannot write the database or the lock. SQLite would open the database read-only and
 * create files next to it that its owner cannot write.
 */
export function requireWritable({ database, lock }: SpaceFiles): void {
  for (const file of [lock, database, `${database}-wal`, `${database}-shm`]) {
    try {
      accessSync(file, constants.W_OK);
    } catch (cause) {
      // Absent, or removed by a process that closes the space.
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') continue;
      const remedy = 'Open the search space as its owner, or make the disk writable.';
      const message = `${file} is not writable: ${(cause as Error).message}. ${remedy}`;
      throw new StorageError('storage-failed', message, { cause });
    }
  }
}

/** Describes a database that is missing or empty although files derived from it exist; null otherwise. */
export function databaseLoss({ database, index }: SpaceFiles): string | null {
  const size = statSync(database, { throwIfNoEntry: false })?.size;
  if (size) return null;
  const derived = [index, `${database}-wal`].filter(isNonEmpty);
  if (derived.length === 0) return null;
  const fault = size === undefined ? 'is missing' : 'is empty';
  return `The database ${database} ${fault}, but files derived from it exist (${derived.join(', ')}). Restore the database from a backup. To start without documents, remove these files too.`;
}

function isNonEmpty(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() ? readdirSync(path).length > 0 : (stats?.size ?? 0) > 0;
}
