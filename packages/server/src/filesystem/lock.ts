/**
 * A lock that has one holder at a time, among processes, their threads and what one thread opened twice. The kernel
 * keeps it (SQLite's lock on an empty file) and ends it with its process, however that ends: there is no dead lock
 * that two could find and take away. The file stays: who took it away would let a second holder in.
 */
import { access, chmod, constants, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { nullIfNotFound } from './durable-file.ts';
import { naming } from './file-error.ts';
import { giveToOwner } from './file-ownership.ts';

export type Unlock = () => Promise<void>;

/** Somebody else holds the lock. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** What this thread holds; forgotten ones would be collected, and their locks end with them. */
const held = new Set<DatabaseSync>();

/** `busy` of https://www.sqlite.org/rescode.html. */
const busy = 5;

/**
 * Takes the lock of `path`, which is the file `<path>.sqlite`, waiting up to `wait` milliseconds for its holder. Throws
 * where the file cannot be written: what is locked there would keep nobody away.
 */
export async function takeLock(path: string, { wait = 0 } = {}): Promise<Unlock> {
  const file = `${path}.sqlite`;
  const lock = await inWords(file, () => new DatabaseSync(file, { timeout: 0 }));
  try {
    for (
      const deadline = performance.now() + wait;
      !(await inWords(file, () => isTaken(lock)));
      await sleep(20)
    ) {
      if (performance.now() >= deadline)
        throw new LockedError(`${path} is held; one process at a time writes here`);
    }
    await giveToFolder(file);
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
    // SQLite opens a file that it may not write for reading, and begins there without any lock: only writing tells. It is
    // never committed, and neither is the journal, which would need room, on the disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE; PRAGMA user_version = 1');
    return true;
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) return false;
    throw error;
  }
}

/** SQLite says what is wrong and neither where nor what to do. */
async function inWords<Result>(file: string, work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (cause) {
    await naming(file, 'locked', requireWritable(file));
    await naming(file, 'locked', requireFreeDescriptor(dirname(file)));
    throw new Error(
      `${file} cannot be locked: ${(cause as Error).message}. It has to be empty, and on a file system with locks`,
      { cause },
    );
  }
}

/** By name: a file that is opened and closed here would end this process's locks on it. */
async function requireWritable(file: string): Promise<void> {
  await access((await stat(file).catch(nullIfNotFound)) ? file : dirname(file), constants.W_OK);
}

/** SQLite does not say that no more files can be opened. */
async function requireFreeDescriptor(folder: string): Promise<void> {
  await (await open(folder)).close();
}

/**
 * Who may write in a folder may lock it: SQLite makes files that only their owner writes, whatever the umask, and those
 * of root would be root's. Where that cannot be changed, others are refused by name.
 */
async function giveToFolder(file: string): Promise<void> {
  const [folder, own] = await Promise.all([stat(dirname(file)), stat(file)]);
  const user = process.getuid?.();
  await giveToOwner(file);
  const mode = own.mode | (folder.mode & 0o666);
  if (mode === own.mode || (user !== 0 && user !== own.uid)) return;
  await chmod(file, mode & 0o777).catch(whenOfAnotherSystem);
}

/** As on disks of other systems, whose files have the rights that they were mounted with. */
function whenOfAnotherSystem(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'ENOTSUP'].includes(error.code ?? '')) throw error;
}
