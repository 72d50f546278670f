/**
 * Pending restores: how a backup gets from the `restore` command to the process that applies it.
 *
 * A server applies it when it starts; without a server, the command does. The data directory contains:
 *
 *   restore.lock  held by a restoring command from its first to its last step: one restore at a time
 *   restore-…/    folder of the command. It contains the unpacked `dump/` and the lock `owner`, which the command holds as
 *                 long as it runs. A pending restore also has the file `offered`: its backup is verified and durable
 *   restoring/    a pending restore that is being applied. The rename to this name is the point of no return: nothing else
 *                 opens the directory, and the next start resumes, until the backup is the state
 *
 * The process that has locked the data directory applies a pending restore only while its owner runs; no other process
 * checks that lock. An interrupted restore therefore leaves a folder without an owner. It is never applied, and the next
 * start or restore removes it while holding `restore.lock`.
 */

import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chownToFolderOwner } from '@semantic-search/engine';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { restoringFolder } from '../filesystem/directory-lock.ts';
import { fsyncDirectory, nullIfNotFound, replaceFile } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { acquireLock, LockedError, type Unlock } from '../filesystem/lock.ts';

/** `applied`: it is the current state. `discarded`: it was rejected or withdrawn. */
export type RestoreStatus = 'pending' | 'applying' | 'applied' | 'discarded';

export interface PendingRestore {
  /** The folder for the unpacked backup. */
  readonly dump: string;
  /** Makes the restore pending; the backup must be complete and durable. */
  publish(): Promise<void>;
  status(): Promise<RestoreStatus>;
  /** Withdraws it unless it was applied, and returns its last status. Must always be called. */
  close(): Promise<RestoreStatus>;
}

const prefix = 'restore-';

/** Suffix of folders that are being removed. Commands create no names with dots. */
const removed = '.removed';

/** Creates the directory if it is missing. Throws LockedError while another command restores. */
export function createPendingRestore(directory: string): Promise<PendingRestore> {
  return withFileError(directory, 'written', begun(directory));
}

async function begun(directory: string): Promise<PendingRestore> {
  await makeDataDirectory(directory);
  const unlock = await lockRestores(directory);
  try {
    await removeFolders(directory);
    return await ownOffer(directory, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function ownOffer(directory: string, unlock: Unlock): Promise<PendingRestore> {
  const folder = await mkdtemp(join(directory, prefix));
  chownToFolderOwner(folder);
  const disown = await acquireLock(join(folder, 'owner'));
  const stamp = `${Date.now()}`;
  const dump = join(folder, 'dump');
  await mkdir(dump);
  chownToFolderOwner(dump);
  const standing = async (): Promise<RestoreStatus> => {
    if (await pathExists(folder)) return 'pending';
    if (await pathExists(join(directory, restoringFolder))) return 'applying';
    return (await pathExists(previousStateFolder(directory, stamp))) ? 'applied' : 'discarded';
  };
  const putAway = async (): Promise<RestoreStatus> => {
    // Atomic: either this rename succeeds, or the one of the process that applies the restore.
    const back = (await rename(folder, `${folder}${removed}`).catch(nullIfNotFound)) !== null;
    const stood = back ? 'pending' : await standing();
    await removeFolder(`${folder}${removed}`);
    return stood;
  };
  return {
    dump,
    async publish() {
      await replaceFile(join(folder, 'offered'), stamp);
      await withFileError(directory, 'written', fsyncDirectory(directory));
    },
    status: standing,
    async close() {
      try {
        return await withFileError(directory, 'written', putAway());
      } finally {
        await disown();
        await unlock();
      }
    },
  };
}

/** Folder of a pending restore whose owner still runs, or null. The caller holds the lock of the data directory. */
export async function findPendingRestore(directory: string): Promise<string | null> {
  for (const folder of await folders(directory)) {
    const offered = !folder.endsWith(removed) && (await pathExists(join(folder, 'offered')));
    if (offered && (await isOwned(folder))) return folder;
  }
  return null;
}

/** Removes the folders of interrupted restores and returns their number. Skips running restores. */
export async function removeAbandonedRestores(directory: string): Promise<number> {
  const unlock =
    (await folders(directory)).length === 0 ? null : await lockRestores(directory, 0).catch(whenLocked);
  if (unlock === null) return 0;
  try {
    return await removeFolders(directory);
  } finally {
    await unlock();
  }
}

/** Removes the folder of a restore that was applied or failed, atomically for observers. */
export async function removeAppliedRestore(directory: string): Promise<void> {
  const aside = join(directory, `${prefix}${Date.now()}${removed}`);
  await rename(join(directory, restoringFolder), aside);
  await fsyncDirectory(directory);
  await removeFolder(aside);
}

/** Describes unfinished restores, or returns null. Changes nothing. */
export async function describeUnfinishedRestore(directory: string): Promise<string | null> {
  if (await pathExists(join(directory, restoringFolder)))
    return 'partially applied; the next start of the server resumes it';
  if ((await folders(directory)).length === 0) return null;
  return 'in progress or interrupted; the next start removes what an interrupted restore left behind';
}

/** Changes with every applied restore. Throws while one is partially applied. */
export async function listAppliedRestores(directory: string): Promise<string> {
  if (await pathExists(join(directory, restoringFolder)))
    throw new Error(`A restore into ${directory} is only partially applied; start the server to complete it`);
  const kept = (await readdir(join(directory, 'quarantine')).catch(nullIfNotFound)) ?? [];
  return kept.filter((name) => name.startsWith('before-restore-')).join();
}

/** Folder for the replaced state. It is created first and marks that the restore has begun. */
export const previousStateFolder = (directory: string, stamp: string): string =>
  join(directory, 'quarantine', `before-restore-${stamp}`);

/** Timestamp of a restore that is being applied. */
export const readTimestamp = (folder: string): Promise<string> => readFile(join(folder, 'offered'), 'utf8');

export async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNotFound)) !== null;
}

/** Waits, because a cleanup holds the lock for a moment. */
function lockRestores(directory: string, wait = 1000): Promise<Unlock> {
  return acquireLock(join(directory, 'restore.lock'), { wait }).catch((error) => {
    if (!(error instanceof LockedError)) throw error;
    throw new LockedError(`Another restore into ${directory} is in progress; wait until it completes`, {
      cause: error,
    });
  });
}

function whenLocked(error: unknown): null {
  if (error instanceof LockedError) return null;
  throw error;
}

async function isOwned(folder: string): Promise<boolean> {
  try {
    await (await acquireLock(join(folder, 'owner')))();
    return false;
  } catch (error) {
    // A new restore has just removed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    return whenLocked(error) === null;
  }
}

async function folders(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(nullIfNotFound)) ?? [];
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(directory, name));
}

/** The caller holds `restore.lock`, so no command uses the folders. */
async function removeFolders(directory: string): Promise<number> {
  const left = await folders(directory);
  for (const folder of left) await removeFolder(folder);
  return left.length;
}

/** Retries, because an aborted extraction writes for a moment longer. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
