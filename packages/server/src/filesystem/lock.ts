/**
 * Exclusive lock file between processes and threads, based on SQLite's file locking.
 *
 * The kernel releases the lock when its process ends, so there are no stale locks. The file is never removed, because
 * removing it would let a second process in.
 */
import { access, chmod, constants, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { nullIfNotFound } from './durable-file.ts';
import { withFileError } from './file-error.ts';
import { inheritOwner } from './file-ownership.ts';

export type Unlock = () => Promise<void>;

/** The lock is held by another process, thread or caller. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** Prevents garbage collection of open locks, which would release them. */
const held = new Set<DatabaseSync>();

/** `busy` of https://www.sqlite.org/rescode.html. */
const busy = 5;

/**
 * Acquires the lock `<path>.sqlite`, waiting up to `wait` milliseconds. Throws if the file is not writable, because a
 * lock on a read-only file would exclude nobody.
 */
export async function acquireLock(path: string, { wait = 0 } = {}): Promise<Unlock> {
  const file = `${path}.sqlite`;
  const lock = await describeFailure(file, () => new DatabaseSync(file, { timeout: 0 }));
  try {
    for (
      const deadline = performance.now() + wait;
      !(await describeFailure(file, () => isTaken(lock)));
      await sleep(20)
    ) {
      if (performance.now() >= deadline)
        throw new LockedError(`${path} is locked; only one process at a time may write to it`);
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

/** Returns false while the lock is held. With IMMEDIATE, one of several concurrent attempts always succeeds. */
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

/** SQLite errors name neither the file nor a remedy. */
async function describeFailure<Result>(file: string, work: () => Result): Promise<Result> {
  try {
    return work();
  } catch (cause) {
    await withFileError(file, 'locked', requireWritable(file));
    await withFileError(file, 'locked', requireFreeDescriptor(dirname(file)));
    throw new Error(
      `${file} cannot be locked: ${(cause as Error).message}. The file must be empty and on a file system that supports locks`,
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
  await inheritOwner(file);
  const mode = own.mode | (folder.mode & 0o666);
  if (mode === own.mode || (user !== 0 && user !== own.uid)) return;
  await chmod(file, mode & 0o777).catch(whenOfAnotherSystem);
}

/** As on disks of other systems, whose files have the rights that they were mounted with. */
function whenOfAnotherSystem(error: NodeJS.ErrnoException): void {
  if (!['EPERM', 'ENOTSUP'].includes(error.code ?? '')) throw error;
}
