/**
 * `restore`: a dump is unpacked and checked beside the state in force, and offered (`pending-restore.ts`) to who takes it: this
 * process where nothing has the data directory open, else the server that has, when it starts anew.
 */

import { open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, list } from 'tar';
import { logPath } from '../configurations/store-file/log.ts';
import { replay } from '../configurations/store-file/replay.ts';
import type { DatabasePlace } from '../configurations/store-postgres/state-location.ts';
import { processHolding } from '../filesystem/directory-lock.ts';
import { replaceFile } from '../filesystem/durable-file.ts';
import { FileError, naming } from '../filesystem/file-error.ts';
import { ownerIn } from '../filesystem/file-ownership.ts';
import { LockedError } from '../filesystem/lock.ts';
import { publishedAddress } from '../filesystem/server-address-file.ts';
import { directoryPlace } from '../migration/directory-location.ts';
import { takeOffered } from './apply-restore.ts';
import { faultOfSpace, spacesIn } from './list-spaces.ts';
import { type Manifest, manifestIn } from './manifest.ts';
import type { Offer } from './pending-restore.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';

/**
 * Unpacks, checks and offers. Throws when the dump is not whole. `database` takes configurations and tokens where they
 * are not kept in the data directory: before anything is offered, and in one go.
 */
export async function offerDump(
  directory: string,
  offer: Offer,
  file: string,
  database?: DatabasePlace,
): Promise<Manifest> {
  await requireUnpackable(file);
  // Each file at once: what a killed restore of root leaves is removed by a server that is not root.
  const owner = await ownerIn(directory);
  await naming(offer.dump, 'written', extract({ file, cwd: offer.dump, strict: true, ...owner }));
  const manifest = await naming(offer.dump, 'read', checked(offer.dump));
  if (database) await giveToDatabase(database, offer.dump, manifest);
  await naming(offer.dump, 'written', settle(offer.dump));
  await offer.publish();
  return manifest;
}

/**
 * Null when nothing has the directory open, and the offer is taken; else the process of the server that has, which takes
 * it when it starts anew. Throws LockedError where another process has it, or one that cannot be told to.
 */
export async function takeOrServer(directory: string): Promise<number | null> {
  try {
    await takeOffered(directory);
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const pid = await processHolding(directory);
    // Another would end at the signal.
    if ((await publishedAddress(directory))?.pid === pid) return pid;
    throw new LockedError(
      `${directory} is held by process ${pid}, which is no server that listens; wait for its end, or its start`,
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
  await naming(file, 'read', list({ file, strict: true, onReadEntry: look })).catch((cause) => {
    if (cause instanceof FileError) throw cause;
    throw new Error(`${file} is no dump: ${cause.message}`, { cause });
  });
  if (foreign !== undefined)
    throw new Error(`This is no dump: it has ${JSON.stringify(foreign)}, which leads elsewhere`);
}

async function giveToDatabase(database: DatabasePlace, unpacked: string, manifest: Manifest): Promise<void> {
  const dumped = directoryPlace(unpacked);
  await database.replace(await dumped.changes(), await dumped.tokens());
  for (const part of ['log', ...secretFiles])
    await rm(join(unpacked, part), { recursive: true, force: true });
  const left = { ...manifest, parts: manifest.parts.filter((part) => part === 'spaces') };
  await replaceFile(join(unpacked, 'manifest.json'), JSON.stringify(left));
}

async function checked(unpacked: string): Promise<Manifest> {
  const manifest = await manifestIn(unpacked);
  const { state: found } = await replay(logPath(unpacked));
  if (found.number !== manifest.changes) throw new Error('The dump has not all changes of the log');
  const spaces = await spacesIn(join(unpacked, 'spaces'));
  if (spaces.join() !== manifest.spaces.join()) throw new Error('The dump has not all search spaces');
  for (const name of spaces) {
    const fault = faultOfSpace(join(unpacked, 'spaces', name));
    if (fault !== null) throw new Error(`The dump of the search space ${name} is damaged: ${fault}`);
  }
  for (const name of secretFiles.filter((part) => manifest.parts.includes(part))) {
    checkSecretFile(name, name, await readFile(join(unpacked, name), 'utf8'));
  }
  return manifest;
}
