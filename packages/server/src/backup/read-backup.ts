/**
 * Unpacking and verification of a backup, next to the current state.
 *
 * A verified backup is a pending restore (`pending-restore.ts`). This process applies it if no process has locked the data
 * directory; otherwise the running server does so when it restarts.
 */
import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseLocation } from '@semantic-search/postgres';
import { extract, list } from 'tar';
import { lockOwnerPid } from '../filesystem/directory-lock.ts';
import { replaceFile } from '../filesystem/durable-file.ts';
import { FileError, withFileError } from '../filesystem/file-error.ts';
import { ownerOfFolder } from '../filesystem/file-ownership.ts';
import { LockedError } from '../filesystem/lock.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { pauseSources } from '../schedules/scheduled-sources.ts';
import { summarizeChanges } from '../stores/file/changes.ts';
import { directoryLocation } from '../stores/file/state-location.ts';
import { applyPendingRestore } from './apply-restore.ts';
import { diagnoseSpace, listSpaces } from './list-spaces.ts';
import { BACKUP_PARTS, type Manifest, readManifest } from './manifest.ts';
import type { PendingRestore } from './pending-restore.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';

/**
 * Unpacks, verifies and publishes a backup. Throws if it is incomplete or damaged. Configurations and tokens go to the
 * `database` if there is one, in one transaction before the rest is published.
 */
export async function stageBackup(
  directory: string,
  offer: PendingRestore,
  file: string,
  database?: DatabaseLocation,
): Promise<Manifest> {
  await requireUnpackable(file);
  // Set during extraction, so that a server without root permissions can remove what a killed restore leaves.
  const owner = await ownerOfFolder(directory);
  const options = { file, cwd: offer.dump, strict: true, dmode: 0o700, fmode: 0o600, filter: restrictMode };
  await withFileError(offer.dump, 'written', extract({ ...options, ...owner }));
  const manifest = await withFileError(offer.dump, 'read', checked(offer.dump));
  if (database) await giveToDatabase(database, offer.dump, manifest);
  await withFileError(offer.dump, 'written', syncAll(offer.dump));
  await offer.publish();
  return manifest;
}

/**
 * Applies a pending restore and returns null, or returns the PID of the running server, which applies it when it restarts.
 * Throws LockedError if another process has locked the directory, or a server that cannot be signaled.
 */
export async function applyOrFindServer(directory: string): Promise<number | null> {
  try {
    await applyPendingRestore(directory);
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const pid = await lockOwnerPid(directory);
    // The signal would end any other process.
    if ((await publishedAddress(directory))?.pid === pid) return pid;
    throw new LockedError(
      `${directory} is locked by process ${pid}, which is not a listening server; wait until it exits or listens`,
      { cause: error },
    );
  }
}

/** Syncs all files, so that a power loss cannot undo a completed restore. */
async function syncAll(folder: string): Promise<void> {
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

/** Reads the whole archive before anything is written. It may contain only files and folders below its root, no links. */
async function requireUnpackable(file: string): Promise<void> {
  let foreign: string | undefined;
  const look = ({ type, path }: { type: string; path: string }) => {
    if (!/^(?:File|OldFile|Directory)$/.test(type) || !isPartOfBackup(path)) foreign ??= path;
  };
  await withFileError(file, 'read', list({ file, strict: true, onReadEntry: look })).catch((cause) => {
    if (cause instanceof FileError) throw cause;
    throw new Error(`${file} is not a valid backup: ${cause.message}`, { cause });
  });
  if (foreign !== undefined)
    throw new Error(
      `Not a valid backup: the entry ${JSON.stringify(foreign)} is a link, leads outside the backup or is not part of one`,
    );
}

function isPartOfBackup(path: string): boolean {
  const [part = '', ...rest] = path
    .replace(/^\.(?:\/|$)/, '')
    .replace(/\/$/, '')
    .split('/');
  if (rest.some((name) => name === '' || name === '..') || path.includes('\\')) return false;
  if (part === '' || part === 'manifest.json') return rest.length === 0 && !path.startsWith('/');
  // Schedules are the only part of crawls: their state does not apply to restored spaces.
  if (part === 'crawl') return rest.length < 2 || (rest.length === 2 && rest[1] === 'sources.json');
  return BACKUP_PARTS.includes(part);
}

/** Only the owner reads the restored files, and nobody executes them, whatever the archive says. */
function restrictMode(_path: string, entry: { mode?: number | undefined; type?: string }): true {
  entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
  return true;
}

async function giveToDatabase(
  database: DatabaseLocation,
  unpacked: string,
  manifest: Manifest,
): Promise<void> {
  const saved = directoryLocation(unpacked);
  await database.replace(await saved.changes(), await saved.tokens());
  for (const part of ['configurations', ...secretFiles])
    await rm(join(unpacked, part), { recursive: true, force: true });
  const stored = ['configurations', ...secretFiles];
  const left = { ...manifest, parts: manifest.parts.filter((part) => !stored.includes(part)) };
  await replaceFile(join(unpacked, 'manifest.json'), JSON.stringify(left));
}

async function checked(unpacked: string): Promise<Manifest> {
  const manifest = await readManifest(unpacked);
  const names = (await readdir(unpacked)).filter((name) => name !== 'manifest.json');
  const missing = manifest.parts.find((part) => !names.includes(part));
  if (missing !== undefined) throw new Error(`The backup is incomplete: ${missing} is missing`);
  const unlisted = names.find((name) => !manifest.parts.includes(name));
  if (unlisted !== undefined) throw new Error(`The backup has ${unlisted}, which its manifest does not list`);
  await pauseSources(unpacked);
  const { changes } = await summarizeChanges(unpacked);
  if (changes !== manifest.changes)
    throw new Error('The backup is incomplete: changes of configurations are missing');
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
