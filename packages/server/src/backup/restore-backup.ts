/** Restore of a backup, which is unpacked and verified before it replaces the present state. */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StateLocation } from '@semantic-search/contract/storage';
import { diagnoseSpace } from '@semantic-search/engine';
import { extract, list } from 'tar';
import { readKeys } from '../auth/key-file.ts';
import { configurationIds } from '../configurations/document-files.ts';
import { makeDataDirectory } from '../filesystem/data-directory.ts';
import { fsync, nullIfNotFound } from '../filesystem/durable-file.ts';
import { FileError, withFileError } from '../filesystem/file-error.ts';
import { makeFolder, ownerOfFolder } from '../filesystem/file-ownership.ts';
import { lockDirectory, RESTORE_MARKER } from '../filesystem/lock.ts';
import { INSIGHT_FILE } from '../insight/open-insight.ts';
import { pauseSources } from '../schedules/source-files.ts';
import { directoryLocation, listSpaces } from './directory-location.ts';
import { BACKUP_PARTS, type Manifest, readManifest } from './manifest.ts';

interface RestoreOptions {
  /** Database for the configurations and tokens; absent if the data directory has them. No server uses it. */
  database?: StateLocation | undefined;
  /** Whether to replace existing state. Previous files of the data directory move to `before-restore-<time>/`. */
  replace: boolean;
}

/** Throws LockedError while a server runs, and if the backup is incomplete or damaged: then nothing has changed. */
export async function restoreBackup(
  directory: string,
  file: string,
  { database, replace }: RestoreOptions,
): Promise<Manifest> {
  await makeDataDirectory(directory);
  await requireUnpackable(file);
  const unlock = await lockDirectory(directory, { isRestore: true });
  const staged = join(directory, 'restore.new');
  try {
    if (!replace) await requireEmpty(directory, database);
    const manifest = await withFileError(directory, 'written', unpack(directory, staged, file));
    if (database) await moveToDatabase(staged, database);
    await withFileError(directory, 'written', replaceState(directory, staged));
    return manifest;
  } finally {
    await withFileError(staged, 'written', rm(staged, { recursive: true, force: true })).finally(unlock);
  }
}

/** Reads the whole archive before anything is written. Throws unless it contains only files and folders of a backup. */
async function requireUnpackable(file: string): Promise<void> {
  let foreign: string | undefined;
  const checkEntry = ({ type, path }: { type: string; path: string }) => {
    if (!/^(?:File|OldFile|Directory)$/.test(type) || !isPartOfBackup(path)) foreign ??= path;
  };
  await withFileError(file, 'read', list({ file, strict: true, onReadEntry: checkEntry })).catch((cause) => {
    if (cause instanceof FileError) throw cause;
    throw new Error(`${file} is not a valid backup: ${cause.message}`, { cause });
  });
  if (foreign === undefined) return;
  const fault = 'is a link, leads outside the backup or is not part of one';
  throw new Error(`Not a valid backup: the entry ${JSON.stringify(foreign)} ${fault}`);
}

function isPartOfBackup(path: string): boolean {
  const [part = '', ...rest] = path
    .replace(/^\.(?:\/|$)/, '')
    .replace(/\/$/, '')
    .split('/');
  if (rest.some((name) => name === '' || name === '..') || path.includes('\\')) return false;
  if (part === '' || part === 'manifest.json') return rest.length === 0 && !path.startsWith('/');
  // A backup has only the schedules of crawls, because the state of crawls does not apply to restored spaces.
  if (part === 'crawl') return rest.length < 2 || (rest.length === 2 && rest[1] === 'sources.json');
  return BACKUP_PARTS.some((name) => name === part);
}

/** Throws if there is state to lose. Keys alone do not count: their tokens belong to no configuration. */
async function requireEmpty(directory: string, database?: StateLocation): Promise<void> {
  const hint = 'Nothing was changed; use --replace to overwrite it';
  const tokens = await stat(join(directory, 'tokens.json')).catch(nullIfNotFound);
  const spaces = await listSpaces(join(directory, 'spaces'));
  const existingState = [
    ...((await configurationIds(directory)).length > 0 ? ['configurations'] : []),
    ...(tokens === null ? [] : ['tokens']),
    ...(spaces.length > 0 ? [`search spaces (${spaces.join(', ')})`] : []),
  ];
  if (existingState.length > 0)
    throw new Error(`The data directory already contains ${existingState.join(', ')}. ${hint}`);
  const isDatabaseUsed = database && (await database.read()).configurations.length > 0;
  if (isDatabaseUsed)
    throw new Error(
      `The database already contains configurations. ${hint}, but back it up first: no copy is kept`,
    );
}

async function unpack(directory: string, staged: string, file: string): Promise<Manifest> {
  await rm(staged, { recursive: true, force: true });
  await makeFolder(staged);
  const owner = await ownerOfFolder(directory);
  const modes = { dmode: 0o700, fmode: 0o600, filter: restrictMode };
  await extract({ file, cwd: staged, strict: true, ...modes, ...owner });
  const manifest = await verify(staged);
  // Paused, because somebody should read the commands of a backup before they run.
  await pauseSources(staged);
  await fsyncAll(staged);
  return manifest;
}

/** Restored files are readable by their owner only and not executable, whatever modes the archive has. */
function restrictMode(_path: string, entry: { mode?: number | undefined; type?: string }): true {
  entry.mode = entry.type === 'Directory' ? 0o700 : 0o600;
  return true;
}

async function verify(staged: string): Promise<Manifest> {
  const manifest = await readManifest(staged);
  const names = (await readdir(staged)).filter((name) => name !== 'manifest.json');
  const missingPart = manifest.parts.find((part) => !names.includes(part));
  if (missingPart !== undefined) throw new Error(`The backup is incomplete: ${missingPart} is missing`);
  const unlisted = names.find((name) => !manifest.parts.some((part) => part === name));
  if (unlisted !== undefined) throw new Error(`The backup has ${unlisted}, which its manifest does not list`);
  const { configurations } = await directoryLocation(staged).read();
  if (configurations.filter(({ deleted }) => !deleted).length !== manifest.configurations)
    throw new Error('The backup is incomplete: configurations are missing');
  const spaces = await listSpaces(join(staged, 'spaces'));
  if (spaces.join() !== manifest.spaces.join())
    throw new Error('The backup is incomplete: search spaces are missing');
  for (const name of spaces) {
    const fault = diagnoseSpace(join(staged, 'spaces', name));
    if (fault !== null) throw new Error(`The backup of search space ${name} is damaged: ${fault}`);
  }
  await readKeys(staged);
  return manifest;
}

async function fsyncAll(folder: string): Promise<void> {
  const paths = await readdir(folder, { recursive: true });
  for (const path of [...paths.map((name) => join(folder, name)), folder]) await fsync(path);
}

/** Keys are deleted instead of moved: with a database, the keys of a server are settings. */
async function moveToDatabase(staged: string, database: StateLocation): Promise<void> {
  await database.write(await directoryLocation(staged).read());
  for (const part of ['configurations', 'state.json', 'tokens.json', 'keys.json'])
    await rm(join(staged, part), { recursive: true, force: true });
}

/** Renames previous and new parts. After an interruption, a marker keeps the directory closed until the restore is repeated. */
async function replaceState(directory: string, staged: string): Promise<void> {
  const marker = join(directory, RESTORE_MARKER);
  await writeFile(marker, '');
  await fsync(directory);
  const previous = join(directory, `before-restore-${new Date().toISOString().replaceAll(':', '-')}`);
  await makeFolder(previous);
  await addBuilds(join(staged, 'widgets'), join(directory, 'widgets'));
  // A killed server leaves journals of the previous database, which must not remain.
  const journals = [`${INSIGHT_FILE}-wal`, `${INSIGHT_FILE}-shm`];
  for (const part of [...BACKUP_PARTS.filter((name) => name !== 'widgets'), ...journals]) {
    await rename(join(directory, part), join(previous, part)).catch(nullIfNotFound);
    await rename(join(staged, part), join(directory, part)).catch(nullIfNotFound);
  }
  for (const path of [previous, directory]) await fsync(path);
  await rm(marker);
  await fsync(directory);
}

/** Adds builds of the widgets to the existing builds, because pages may pin either. */
async function addBuilds(from: string, to: string): Promise<void> {
  const builds = (await readdir(from).catch(nullIfNotFound)) ?? [];
  if (builds.length === 0) return;
  await mkdir(to, { recursive: true });
  const targets = await readdir(to);
  for (const name of builds) if (!targets.includes(name)) await rename(join(from, name), join(to, name));
}
