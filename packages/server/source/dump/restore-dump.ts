/**
 * `restore`: a dump becomes the state of a data directory. It is unpacked and checked beside the state in force, and
 * takes its place in one go when no server has the directory open, or when the server that has starts anew.
 */

import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { extract, list } from 'tar';
import { logPath } from '../configurations/durable/log.ts';
import { quarantine } from '../configurations/durable/projections.ts';
import { replay } from '../configurations/durable/replay.ts';
import type { DatabasePlace } from '../configurations/postgres/place.ts';
import { makeDataDirectory } from '../disk/data-directory.ts';
import { lockDirectory, processHolding } from '../disk/directory-lock.ts';
import { nullWhenMissing, replaceFile, syncDirectory } from '../disk/durable-file.ts';
import { LockedError } from '../disk/lock.ts';
import { directoryPlace } from '../migration/directory-place.ts';
import { carryOver } from './carry-over.ts';
import { folderInTheMaking, removeLeftBehind } from './left-behind.ts';
import { type Manifest, manifestIn } from './manifest.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';
import { faultOfSpace, spacesIn } from './space-copy.ts';

/**
 * What makes up the state; all of it is replaced, also by nothing. Copies are made again from the log, and how far files
 * were taken into the former spaces says nothing of these.
 */
const state = ['log', 'configurations', 'state.json', 'tokens.json', 'keys.json', 'spaces', 'ingest'];

/** A dump that is not known to be whole yet, in a folder of its own. */
const unpacking = 'unpacking-';

/**
 * Unpacks and checks; from then on the next start takes it. Throws when the dump is not whole. `database` takes
 * configurations and tokens where they are not kept in the data directory: before anything is staged, and in one go.
 */
export async function stageDump(
  directory: string,
  file: string,
  database?: DatabasePlace,
): Promise<Manifest> {
  await makeDataDirectory(directory);
  await requireUnpackable(file);
  const unpacked = await folderInTheMaking(directory, unpacking);
  try {
    await extract({ file, cwd: unpacked, strict: true });
    const manifest = await checked(unpacked);
    if (database) await giveToDatabase(database, unpacked, manifest);
    // Names the place of the former state, so that taking it can be gone on with after a crash.
    await replaceFile(join(unpacked, 'staged'), `${Date.now()}`);
    await rm(staging(directory), { recursive: true, force: true });
    await rename(unpacked, staging(directory));
    await syncDirectory(directory);
    return manifest;
  } catch (error) {
    // Where the unpacking broke off, it goes on writing for a moment.
    await rm(unpacked, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    throw error;
  }
}

/** Read to its end before anything of it is written. A dump has files and folders of its own, and nothing that leads elsewhere. */
async function requireUnpackable(file: string): Promise<void> {
  let foreign: string | undefined;
  const look = ({ type, path }: { type: string; path: string }) => {
    const ours = /^(?:File|OldFile|Directory)$/.test(type) && !/^[/\\]|(?:^|[/\\])\.\.(?:$|[/\\])/.test(path);
    if (!ours) foreign ??= path;
  };
  await list({ file, strict: true, onReadEntry: look });
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

/** True while a dump waits to be taken. */
export async function isStaged(directory: string): Promise<boolean> {
  return (await stat(join(staging(directory), 'staged')).catch(nullWhenMissing)) !== null;
}

/** Takes a staged dump, where there is one. Throws LockedError while a server has the directory open. */
export async function takeStaged(directory: string): Promise<boolean> {
  await removeLeftBehind(directory, unpacking);
  if (!(await isStaged(directory))) return false;
  const unlock = await lockDirectory(directory);
  try {
    await carryOver(directory, staging(directory));
    await swap(directory);
  } finally {
    await unlock();
  }
  return true;
}

/**
 * Null when nothing has the directory open; else the process that has, which takes the dump when it starts anew. Throws
 * LockedError, and stages nothing any more, where that process cannot be told to.
 */
export async function takeOrHolder(directory: string): Promise<number | null> {
  try {
    await takeStaged(directory);
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    return orUnstage(directory, () => processHolding(directory));
  }
}

/** What was to tell a server that a dump waits has failed: then none waits, or some later start would take it. */
export async function orUnstage<Result>(directory: string, tell: () => Promise<Result>): Promise<Result> {
  try {
    return await tell();
  } catch (error) {
    // Without it the folder is no dump that waits, should the rest of it stay.
    await rm(join(staging(directory), 'staged'), { force: true });
    await rm(staging(directory), { recursive: true, force: true });
    throw error;
  }
}

/** Every step can be repeated after a crash: what was moved already is not there any more. */
async function swap(directory: string): Promise<void> {
  const staged = staging(directory);
  const stamp = await readFile(join(staged, 'staged'), 'utf8');
  const former = join(await quarantine(directory), `before-restore-${stamp}`);
  await mkdir(former, { recursive: true });
  const waiting = new Set(await readdir(staged));
  const movedAway = new Set(await readdir(former));
  const { parts } = await manifestIn(staged);
  for (const name of state) {
    const taken = parts.includes(name) && !waiting.has(name);
    if (!taken && !movedAway.has(name))
      await rename(join(directory, name), join(former, name)).catch(nullWhenMissing);
    if (waiting.has(name)) await rename(join(staged, name), join(directory, name));
  }
  for (const path of [former, staged, directory]) await syncDirectory(path);
  await rm(staged, { recursive: true });
  await syncDirectory(directory);
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

function staging(directory: string): string {
  return join(directory, 'restore');
}
