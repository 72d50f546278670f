/** Exclusive lock file with a wait, and errors that name the file and the remedy. */
import { access, constants, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLockFile } from '@semantic-search/engine';
import { nullIfNotFound } from './durable-file.ts';
import { withFileError } from './file-error.ts';

export type Unlock = () => Promise<void>;

/** The lock is held by another process, thread or caller. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

const RETRY_DELAY_MS = 20;

/** Acquires the lock `<path>.sqlite`, waiting up to `wait` milliseconds. */
export async function acquireLock(path: string, { wait = 0 } = {}): Promise<Unlock> {
  const file = `${path}.sqlite`;
  for (const deadline = performance.now() + wait; ; await sleep(RETRY_DELAY_MS)) {
    const release = await describeFailure(file, () => tryLockFile(file));
    if (release) return async () => release();
    if (performance.now() >= deadline)
      throw new LockedError(`${path} is locked; only one process at a time may write to it`);
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

/** Checks by name: closing a file that is opened here would release the locks of this process on it. */
async function requireWritable(file: string): Promise<void> {
  await access((await stat(file).catch(nullIfNotFound)) ? file : dirname(file), constants.W_OK);
}

/** SQLite does not report that no more files can be opened. */
async function requireFreeDescriptor(folder: string): Promise<void> {
  await (await open(folder)).close();
}
