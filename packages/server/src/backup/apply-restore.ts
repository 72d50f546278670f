/** Applies a pending restore: replaces the state and moves the previous one to `quarantine/`. */
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { lockDirectory, restoringFolder } from '../filesystem/directory-lock.ts';
import { fsyncDirectory, nullIfNotFound } from '../filesystem/durable-file.ts';
import { makeFolder } from '../filesystem/file-ownership.ts';
import { acquireLock, type Unlock } from '../filesystem/lock.ts';
import { quarantine } from '../filesystem/quarantine.ts';
import { readManifest } from './manifest.ts';
import {
  findPendingRestore,
  pathExists,
  previousStateFolder,
  readTimestamp,
  removeAbandonedRestores,
  removeAppliedRestore,
} from './pending-restore.ts';
import { preserveRevocations } from './preserve-revocations.ts';

/**
 * Files and folders of the state. All of them are replaced or removed. Documents are derived from the histories, and the
 * checkpoints of imports and crawls do not apply to the restored spaces.
 */
const state = [
  'log',
  'configurations',
  'state.json',
  'tokens.json',
  'keys.json',
  'spaces',
  'ingest',
  'crawl',
];

export interface RestoreResult {
  /** The state is now that of a backup. */
  applied: boolean;
  /** Number of interrupted restores whose folders were removed. */
  abandoned: number;
}

/** A pending restore cannot be applied; the state is unchanged. */
export class RestoreFailedError extends Error {
  override readonly name = 'NotTakenError';
}

/**
 * Applies a pending restore, or resumes a partially applied one. Throws LockedError while another process has locked the
 * directory, and RestoreFailedError.
 */
export async function applyPendingRestore(directory: string): Promise<RestoreResult> {
  const names = await readdir(directory);
  const nothing = !names.some((name) => name === restoringFolder || name.startsWith('restore-'));
  if (nothing) return { applied: false, abandoned: 0 };
  const unlock = await lockDirectory(directory, { allowPartialRestore: true });
  try {
    const isInterrupted = await pathExists(join(directory, restoringFolder));
    if (isInterrupted) await take(directory);
    const offer = await findPendingRestore(directory);
    // Its owner may have withdrawn it in the meantime.
    const isClaimed = offer !== null && (await claim(directory, offer));
    if (isClaimed) await take(directory);
    return { applied: isClaimed || isInterrupted, abandoned: await removeAbandonedRestores(directory) };
  } finally {
    await unlock();
  }
}

async function claim(directory: string, offer: string): Promise<boolean> {
  const claimed = await rename(offer, join(directory, restoringFolder)).catch(nullIfNotFound);
  await fsyncDirectory(directory);
  return claimed !== null;
}

/** Idempotent: every step can be repeated after a crash. */
async function take(directory: string): Promise<void> {
  const previous = previousStateFolder(directory, await readTimestamp(join(directory, restoringFolder)));
  const locks: Unlock[] = [];
  try {
    if (!(await pathExists(previous))) await prepare(directory, locks);
    await swap(directory, previous);
  } finally {
    for (const unlock of locks) await unlock();
  }
  await removeAppliedRestore(directory);
}

/** Runs before the state changes. */
async function prepare(directory: string, locks: Unlock[]): Promise<void> {
  try {
    // Commands change these files while a server runs; a change must be preserved or go to the new state.
    for (const name of ['tokens.lock', 'keys.lock'])
      locks.push(await acquireLock(join(directory, name), { wait: 5000 }));
    await preserveRevocations(directory, join(directory, restoringFolder, 'dump'));
  } catch (cause) {
    await removeAppliedRestore(directory);
    const { message } = cause as Error;
    throw new RestoreFailedError(`The backup was not applied, and the state is unchanged: ${message}`, {
      cause,
    });
  }
}

/** Skips what has been moved already. */
async function swap(directory: string, previous: string): Promise<void> {
  const dump = join(directory, restoringFolder, 'dump');
  const aside = await quarantine(directory);
  await makeFolder(previous);
  await fsyncDirectory(aside);
  const stagedNames = new Set(await readdir(dump));
  const movedAway = new Set(await readdir(previous));
  const { parts } = await readManifest(dump);
  for (const name of state) {
    const isReplaced = parts.includes(name) && !stagedNames.has(name);
    if (!isReplaced && !movedAway.has(name))
      await rename(join(directory, name), join(previous, name)).catch(nullIfNotFound);
    if (stagedNames.has(name)) await rename(join(dump, name), join(directory, name));
  }
  await addBuilds(join(dump, 'widgets'), join(directory, 'widgets'));
  for (const path of [previous, dump, directory]) await fsyncDirectory(path);
}

/** Builds of the widgets are added to the present ones, because pages may pin both. */
async function addBuilds(from: string, to: string): Promise<void> {
  const builds = (await readdir(from).catch(nullIfNotFound)) ?? [];
  if (builds.length > 0) await makeFolder(to);
  for (const name of builds)
    if (!(await pathExists(join(to, name)))) await rename(join(from, name), join(to, name));
}
