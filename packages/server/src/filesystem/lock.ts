/** Lock files, which the system frees when their process ends, however it ends. */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile } from '@semantic-search/engine/file-lock';
import { nullIfNotFound } from './durable-file.ts';

export type Unlock = () => Promise<void>;

/** The lock is held by another process, thread or caller. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/** Pause between two attempts to get a lock. */
const RETRY_DELAY_MS = 20;

/** Marker file during a restore. If the restore was interrupted, old and new state are mixed. */
export const RESTORE_MARKER = 'restoring';

/** Lock of the data directory: one process at a time writes to it. Throws LockedError. */
export async function lockDirectory(directory: string, { isRestore = false } = {}): Promise<Unlock> {
  const unlock = await tryLock(join(directory, 'lock.sqlite'));
  if (!unlock)
    throw new LockedError(`${directory} is used by another process; stop the server, then try again`);
  const isMixed = (await stat(join(directory, RESTORE_MARKER)).catch(nullIfNotFound)) !== null;
  if (isRestore || !isMixed) return unlock;
  await unlock();
  throw new Error(`A restore of ${directory} was interrupted; run it again with --replace`);
}

/** Waits for the lock `<path>.lock.sqlite`. Throws LockedError. */
export async function acquireLock(path: string, timeoutMs: number): Promise<Unlock> {
  for (const deadline = performance.now() + timeoutMs; ; await sleep(RETRY_DELAY_MS)) {
    const unlock = await tryLock(`${path}.lock.sqlite`);
    if (unlock) return unlock;
    if (performance.now() >= deadline) throw new LockedError(`${path} is locked by another process`);
  }
}

/** Returns null while the lock is held. SQLite errors name neither the file nor the error of the system, such as EACCES. */
async function tryLock(file: string): Promise<Unlock | null> {
  try {
    const release = tryLockFile(file);
    return release && (async () => release());
  } catch (cause) {
    const fault = await open(file, 'a').then(
      (handle) => handle.close(),
      ({ message }: Error) => message,
    );
    const needs = 'It must be writable, empty, and on a file system that supports locks';
    throw new Error(`${file} cannot be locked: ${fault ?? (cause as Error).message}. ${needs}`, { cause });
  }
}
