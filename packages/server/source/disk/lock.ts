/**
 * A lock that has one holder at a time, among processes, their threads and what one thread opened twice. The kernel
 * keeps it (SQLite's lock on an empty file) and ends it with its process, however that ends: there is no dead lock
 * that two could find and take away. The file stays: who took it away would let a second holder in.
 */
import { chown, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export type Unlock = () => Promise<void>;

/** Somebody else holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** What this thread holds; forgotten ones would be collected, and their locks end with them. */
const held = new Set<DatabaseSync>();

/** `busy` of https://www.sqlite.org/rescode.html. */
const busy = 5;

/** Takes the lock of `path`, which is the file `<path>.sqlite`, waiting up to `wait` milliseconds for its holder. */
export async function takeLock(path: string, { wait = 0 } = {}): Promise<Unlock> {
  const file = `${path}.sqlite`;
  const lock = inWords(file, () => new DatabaseSync(file, { timeout: 0 }));
  try {
    for (const deadline = Date.now() + wait; !inWords(file, () => isTaken(lock)); await sleep(20)) {
      if (Date.now() >= deadline) throw new LockedError(`${path} is held; one process at a time writes here`);
    }
    await giveToOwner(file);
  } catch (error) {
    lock.close();
    throw error;
  }
  held.add(lock);
  return async () => {
    if (held.delete(lock)) lock.close();
  };
}

/** False while somebody else has it. Of many that try at once one always gets it, which holds for IMMEDIATE only. */
function isTaken(lock: DatabaseSync): boolean {
  try {
    // The journal is never written; on the disk it would need room.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) return false;
    throw error;
  }
}

/** SQLite says what is wrong and not where. */
function inWords<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    throw new Error(
      `${file} cannot be locked: ${(cause as Error).message}. It has to be writable, empty, and on a file system with locks`,
      { cause },
    );
  }
}

/** What root makes belongs to whom the directory belongs: a server beside it, which is not root, has to lock it too. */
async function giveToOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  // By name: a file that is opened and closed here would end this process's locks on it.
  const { uid, gid } = await stat(dirname(file));
  await chown(file, uid, gid);
}
