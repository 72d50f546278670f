/**
 * How a dump gets from the command that restores it to whoever takes it: a server that starts, or that command itself
 * where no server runs. In the data directory there are
 *
 *   restore.lock  held by a restoring command from its first to its last step: one restores at a time
 *   restore-…/    the command's folder: in it the lock `owner`, held as long as it lives, and the unpacked `dump/`. Once
 *                 that is whole, checked and on the disk there is `offered`, and the dump is an offer
 *   restoring/    an offer that was taken: its folder was renamed to this, which is the point of no return. Until its
 *                 dump is the state, nothing else opens the directory, and whoever starts goes on with it
 *
 * Who has the data directory to themselves takes an offer only while its owner lives, and nobody else looks at that
 * lock. So what a restore leaves behind that was broken off, by Ctrl-C or a power cut, is an offer without owner: never
 * taken, and removed by the next start or restore, which holds `restore.lock` meanwhile.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { restoringFolder } from '../filesystem/directory-lock.ts';
import { fsyncDirectory, nullIfNotFound, replaceFile } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { inheritOwner } from '../filesystem/file-ownership.ts';
import { acquireLock, LockedError, type Unlock } from '../filesystem/lock.ts';

/** Where an offer stands: `taken` is the state in force. `nowhere`: it was refused, or put away. */
export type RestoreStatus = 'pending' | 'applying' | 'applied' | 'discarded';

export interface PendingRestore {
  /** The folder that the dump is unpacked into. */
  readonly dump: string;
  /** What is there is whole and on the disk: from now on it may be taken. */
  publish(): Promise<void>;
  status(): Promise<RestoreStatus>;
  /** Takes it back where nobody has taken it. To be called in any case; gives where it stood last. */
  close(): Promise<RestoreStatus>;
}

const prefix = 'restore-';

/** Dots are in no name that a command gives: what is being removed is no offer any more. */
const outworn = '.outworn';

/** Throws LockedError while another command restores. The directory is made where it is missing. */
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
  await inheritOwner(folder);
  const disown = await acquireLock(join(folder, 'owner'));
  const stamp = `${Date.now()}`;
  const dump = join(folder, 'dump');
  await mkdir(dump);
  await inheritOwner(dump);
  const standing = async (): Promise<RestoreStatus> => {
    if (await pathExists(folder)) return 'pending';
    if (await pathExists(join(directory, restoringFolder))) return 'applying';
    return (await pathExists(previousStateFolder(directory, stamp))) ? 'applied' : 'discarded';
  };
  const putAway = async (): Promise<RestoreStatus> => {
    // One step, which either this makes or, with another name, whoever takes it.
    const back = (await rename(folder, `${folder}${outworn}`).catch(nullIfNotFound)) !== null;
    const stood = back ? 'pending' : await standing();
    await removeFolder(`${folder}${outworn}`);
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

/** The folder of an offer whose owner waits; null where there is none. Only for who has the data directory locked. */
export async function findPendingRestore(directory: string): Promise<string | null> {
  for (const folder of await folders(directory)) {
    const offered = !folder.endsWith(outworn) && (await pathExists(join(folder, 'offered')));
    if (offered && (await isOwned(folder))) return folder;
  }
  return null;
}

/** Puts away what restores have left that were broken off; how many. Those that still go on are left alone. */
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

/** The dump of an offer has become the state, or cannot: its folder goes, in one step for whoever looks. */
export async function removeAppliedRestore(directory: string): Promise<void> {
  const aside = join(directory, `${prefix}${Date.now()}${outworn}`);
  await rename(join(directory, restoringFolder), aside);
  await fsyncDirectory(directory);
  await removeFolder(aside);
}

/** What of restores lies in a data directory, in words; null where nothing does. Nothing is changed by looking. */
export async function describeUnfinishedRestore(directory: string): Promise<string | null> {
  if (await pathExists(join(directory, restoringFolder)))
    return 'partially applied; the next start of the server resumes it';
  if ((await folders(directory)).length === 0) return null;
  return 'in progress or interrupted; the next start removes what an interrupted restore left behind';
}

/** Changes when a dump takes the place of the state. Throws while one is half way there. */
export async function listAppliedRestores(directory: string): Promise<string> {
  if (await pathExists(join(directory, restoringFolder)))
    throw new Error(`A restore into ${directory} is only partially applied; start the server to complete it`);
  const kept = (await readdir(join(directory, 'quarantine')).catch(nullIfNotFound)) ?? [];
  return kept.filter((name) => name.startsWith('before-restore-')).join();
}

/** Where the state goes that a dump takes the place of. It is made first, so that who goes on knows that it has begun. */
export const previousStateFolder = (directory: string, stamp: string): string =>
  join(directory, 'quarantine', `before-restore-${stamp}`);

/** Of a folder that was taken. */
export const readTimestamp = (folder: string): Promise<string> => readFile(join(folder, 'offered'), 'utf8');

export async function pathExists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNotFound)) !== null;
}

/** Who puts away what was left behind has it for a moment. */
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
    // A restore that begins has just removed it.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    return whenLocked(error) === null;
  }
}

async function folders(directory: string): Promise<string[]> {
  const names = (await readdir(directory).catch(nullIfNotFound)) ?? [];
  return names.filter((name) => name.startsWith(prefix)).map((name) => join(directory, name));
}

/** For who holds `restore.lock`: no command has them any more. */
async function removeFolders(directory: string): Promise<number> {
  const left = await folders(directory);
  for (const folder of left) await removeFolder(folder);
  return left.length;
}

/** Where an unpacking broke off, it goes on writing for a moment. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}
