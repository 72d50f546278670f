/**
 * Exclusive lock of the data directory: one process at a time.
 *
 * `LOCK` names the process, for operators and for commands that signal it. It is informational, so a stale one is harmless.
 */
import { readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFull } from '../errors/system-errors.ts';
import { checkOwnership } from './check-ownership.ts';
import { nullIfNotFound } from './durable-file.ts';
import { acquireLock, LockedError, type Unlock } from './lock.ts';

interface LockOwner {
  pid: number;
  /** Clock ticks after boot, from /proc; empty if unknown. */
  started: string;
  /** Boot ID of the machine; empty if unknown. */
  boot: string;
  /** PID namespace, because another container may use the same PID; empty if unknown. */
  namespace: string;
}

/** Exists while a restore is only partially applied (see `backup/pending-restore.ts`). */
export const restoringFolder = 'restoring';

interface LockOptions {
  /** Set by the restore itself, which resumes a partially applied restore. */
  allowPartialRestore?: boolean;
}

/** Throws LockedError if any process, including this one, holds the lock; other errors for foreign or partial state. */
export async function lockDirectory(
  directory: string,
  { allowPartialRestore = false }: LockOptions = {},
): Promise<Unlock> {
  const path = join(directory, 'LOCK');
  const unlock = await acquireLock(path).catch(async (error) => {
    throw error instanceof LockedError ? await describeOwner(directory, error) : error;
  });
  try {
    await checkOwnership(directory);
    if (!allowPartialRestore) await requireWholeState(directory);
    // Removed first, so that it never names another process if the write fails.
    await rm(path, { force: true });
    await writeFile(path, JSON.stringify(await ownerOf(process.pid))).catch(whenFull);
  } catch (error) {
    await unlock();
    throw error;
  }
  return async () => {
    // A leftover LOCK file is harmless.
    await rm(path, { force: true })
      .catch(() => undefined)
      .finally(unlock);
  };
}

/**
 * PID of the process that holds the lock, for sending it a signal. Throws LockedError if it is unknown, or if the process
 * runs in another container or on another machine, where its PID means nothing here.
 */
export async function lockOwnerPid(directory: string): Promise<number> {
  const path = join(directory, 'LOCK');
  const owner = await readOwner(path);
  if (!owner)
    throw new LockedError(`${path} does not name the process that has locked the directory; try again`);
  if (await isVisibleHere(owner)) return owner.pid;
  throw new LockedError(
    `${path} is held by a process in another container, which cannot be signaled from here: run the command there, or stop the server first`,
  );
}

/** Guesses from `LOCK` and visible processes whether the directory is locked; acquires nothing. */
export async function isProbablyLocked(directory: string): Promise<boolean> {
  const owner = await readOwner(join(directory, 'LOCK'));
  if (!owner) return false;
  if (!(await isVisibleHere(owner))) return true;
  return (await ownerOf(owner.pid))?.started === owner.started;
}

/** A partially restored directory mixes two states, so nothing may read or write it. */
async function requireWholeState(directory: string): Promise<void> {
  if ((await stat(join(directory, restoringFolder)).catch(nullIfNotFound)) === null) return;
  const remedy = 'start the server, which completes the restore, then try again';
  throw new Error(`${directory} is only partially restored because a restore was interrupted: ${remedy}`);
}

async function describeOwner(directory: string, cause: LockedError): Promise<LockedError> {
  const owner = await readOwner(join(directory, 'LOCK'));
  const who = owner ? `process ${owner.pid}` : 'another process';
  return new LockedError(`${directory} is locked by ${who}; only one process at a time may write to it`, {
    cause,
  });
}

async function isVisibleHere({ boot, namespace }: LockOwner): Promise<boolean> {
  const own = await ownerOf(process.pid);
  return boot === own?.boot && namespace === own.namespace;
}

/** Returns null if `LOCK` is missing or torn, after a full disk or a power loss. */
async function readOwner(path: string): Promise<LockOwner | null> {
  const text = await readFile(path, 'utf8').catch(nullIfNotFound);
  try {
    const owner = JSON.parse(text ?? 'null') as Partial<LockOwner> | null;
    return typeof owner?.pid === 'number' ? (owner as LockOwner) : null;
  } catch {
    return null;
  }
}

/** Returns null if the process does not exist. */
async function ownerOf(pid: number): Promise<LockOwner | null> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return null;
  }
  const [status, boot, namespace] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  // The name in the second field may hold spaces and brackets; the start time is the 20th field after it.
  return {
    pid,
    started: status.slice(status.lastIndexOf(')') + 2).split(' ')[19] ?? '',
    boot: boot.trim(),
    namespace,
  };
}

/** The server starts even if the disk is full, because reads still work. */
function whenFull(error: NodeJS.ErrnoException): void {
  if (!isFull(error)) throw error;
  process.emitWarning(`The LOCK file could not be written: ${error.message}`);
}
