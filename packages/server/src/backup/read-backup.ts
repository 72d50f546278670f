/**
 * `restore`: a dump is unpacked and checked beside the state in force, and offered (`pending-restore.ts`) to who takes it: this
 * process where nothing has the data directory open, else the server that has, when it starts anew.
 */

import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, list } from 'tar';
import { logPath } from '../configurations/store-file/log.ts';
import { replay } from '../configurations/store-file/replay.ts';
import type { DatabaseLocation } from '../configurations/store-postgres/state-location.ts';
import { lockOwnerPid } from '../filesystem/directory-lock.ts';
import { replaceFile } from '../filesystem/durable-file.ts';
import { FileError, withFileError } from '../filesystem/file-error.ts';
import { ownerOfFolder } from '../filesystem/file-ownership.ts';
import { LockedError } from '../filesystem/lock.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { directoryLocation } from '../migration/directory-location.ts';
import { applyPendingRestore } from './apply-restore.ts';
import { diagnoseSpace, listSpaces } from './list-spaces.ts';
import { type Manifest, readManifest } from './manifest.ts';
import type { PendingRestore } from './pending-restore.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';

/**
 * Unpacks, checks and offers. Throws when the dump is not whole. `database` takes configurations and tokens where they
 * are not kept in the data directory: before anything is offered, and in one go.
 */
export async function stageBackup(
  directory: string,
  offer: PendingRestore,
  file: string,
  database?: DatabaseLocation,
): Promise<Manifest> {
  await requireUnpackable(file);
  // Each file at once: what a killed restore of root leaves is removed by a server that is not root.
  const owner = await ownerOfFolder(directory);
  await withFileError(offer.dump, 'written', extract({ file, cwd: offer.dump, strict: true, ...owner }));
  const manifest = await withFileError(offer.dump, 'read', checked(offer.dump));
  if (database) await giveToDatabase(database, offer.dump, manifest);
  await withFileError(offer.dump, 'written', settle(offer.dump));
  await offer.publish();
  return manifest;
}

/**
 * Null when nothing has the directory open, and the offer is taken; else the process of the server that has, which takes
 * it when it starts anew. Throws LockedError where another process has it, or one that cannot be told to.
 */
export async function applyOrFindServer(directory: string): Promise<number | null> {
  try {
    await applyPendingRestore(directory);
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const pid = await lockOwnerPid(directory);
    // Another would end at the signal.
    if ((await publishedAddress(directory))?.pid === pid) return pid;
    throw new LockedError(
      `${directory} is locked by process ${pid}, which is not a listening server; wait until it exits or listens`,
      { cause: error },
    );
  }
}

/** A power loss may not take away what is said to be restored. */
async function settle(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  for (const path of [...paths.map((name) => join(folder, name)), folder]) {
    const opened = await open(path, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  }
}

/** Read to its end before anything of it is written. A dump has files and folders of its own, and nothing that leads elsewhere. */
async function requireUnpackable(file: string): Promise<void> {
  let foreign: string | undefined;
  const look = ({ type, path }: { type: string; path: string }) => {
    const ours = /^(?:File|OldFile|Directory)$/.test(type) && !/^[/\\]|(?:^|[/\\])\.\.(?:$|[/\\])/.test(path);
    if (!ours) foreign ??= path;
  };
  await withFileError(file, 'read', list({ file, strict: true, onReadEntry: look })).catch((cause) => {
    if (cause instanceof FileError) throw cause;
    throw new Error(`${file} is not a valid backup: ${cause.message}`, { cause });
  });
  if (foreign !== undefined)
    throw new Error(
      `Not a valid backup: the entry ${JSON.stringify(foreign)} is a link or leads outside the backup`,
    );
}

async function giveToDatabase(
  database: DatabaseLocation,
  unpacked: string,
  manifest: Manifest,
): Promise<void> {
  const dumped = directoryLocation(unpacked);
  await database.replace(await dumped.changes(), await dumped.tokens());
  for (const part of ['log', ...secretFiles])
    await rm(join(unpacked, part), { recursive: true, force: true });
  const left = { ...manifest, parts: manifest.parts.filter((part) => part === 'spaces') };
  await replaceFile(join(unpacked, 'manifest.json'), JSON.stringify(left));
}

async function checked(unpacked: string): Promise<Manifest> {
  const manifest = await readManifest(unpacked);
  const { state: found } = await replay(logPath(unpacked));
  if (found.number !== manifest.changes)
    throw new Error('The backup is incomplete: changes are missing from its log');
  const spaces = await listSpaces(join(unpacked, 'spaces'));
  if (spaces.join() !== manifest.spaces.join())
    throw new Error('The backup is incomplete: search spaces are missing');
  for (const name of spaces) {
    const fault = diagnoseSpace(join(unpacked, 'spaces', name));
    if (fault !== null) throw new Error(`The backup of search space ${name} is damaged: ${fault}`);
  }
  for (const name of secretFiles.filter((part) => manifest.parts.includes(part))) {
    checkSecretFile(name, name, await readFile(join(unpacked, name), 'utf8'));
  }
  return manifest;
}
