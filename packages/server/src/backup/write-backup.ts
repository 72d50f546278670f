/** Backup of the whole state in one file, even while servers run. */
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { StateLocation } from '@semantic-search/contract/storage';
import { copyDatabase, copySpace } from '@semantic-search/engine';
import { create } from 'tar';
import { keysFile, readKeys } from '../auth/key-file.ts';
import { configurationsFolder } from '../configurations/document-files.ts';
import { fsync, nullIfNotFound } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { INSIGHT_FILE } from '../insight/open-insight.ts';
import { readSchedules } from '../schedules/source-files.ts';
import { directoryLocation, listSpaces } from './directory-location.ts';
import { AUDIT_FILES, type Manifest, writeManifest } from './manifest.ts';

interface BackupOptions {
  /** Database with the configurations and tokens; absent if the data directory has them. */
  database?: StateLocation | undefined;
  /** Search spaces with remote content: name and backend. */
  remoteSpaces?: Record<string, string>;
}

/** Writes `file` (tar, gzip). It contains secrets, so only its owner can read it. Throws on damaged state. */
export function writeBackup(directory: string, file: string, options: BackupOptions = {}): Promise<Manifest> {
  // Read errors already name their file.
  return withFileError(file, 'written', write(directory, file, options));
}

async function write(directory: string, file: string, options: BackupOptions): Promise<Manifest> {
  const path = resolve(file);
  if ((await stat(path).catch(nullIfNotFound))?.isDirectory())
    throw new Error(`${path} is a directory; specify a file, such as ${join(path, 'backup.tar.gz')}`);
  const [folder, name] = [dirname(path), basename(path)];
  // In the folder of the file, because a file can be renamed only within its file system.
  const temporary = await mkdtemp(join(folder, `.${name}-`));
  try {
    const [content, archive] = [join(temporary, 'content'), join(temporary, 'archive')];
    await mkdir(content);
    const manifest = await collect(directory, content, options);
    const parts = ['manifest.json', ...manifest.parts];
    await create({ gzip: true, file: archive, cwd: content, mode: 0o600 }, parts);
    await fsync(archive);
    await rename(archive, path);
    await fsync(folder);
    return manifest;
  } finally {
    await rm(temporary, { recursive: true });
  }
}

/** Copies every part to `staged`. Each file is one consistent state, and refers to nothing newer in a part before it. */
async function collect(
  directory: string,
  staged: string,
  { database, remoteSpaces = {} }: BackupOptions,
): Promise<Manifest> {
  const date = new Date().toISOString();
  if (!database && !existsSync(configurationsFolder(directory))) throw new Error(missingState(directory));
  const state = await (database ?? directoryLocation(directory)).read();
  await directoryLocation(staged).write(state);
  const parts: Manifest['parts'] = ['configurations', 'state.json', 'tokens.json'];
  // With a database, keys are settings and not a part of the state.
  if (!database && (await copyKeys(directory, staged))) parts.push('keys.json');
  const names = await listSpaces(join(directory, 'spaces'));
  const spaces = names.filter((name) => !Object.hasOwn(remoteSpaces, name));
  for (const name of spaces) await copySpace(join(directory, 'spaces', name), join(staged, 'spaces', name));
  if (spaces.length > 0) parts.push('spaces');
  if (await copySchedules(directory, staged)) parts.push('crawl');
  if (await copyBuilds(directory, staged)) parts.push('widgets');
  if (!database && (await copyInsight(directory, staged))) parts.push(INSIGHT_FILE);
  if (!database) parts.push(...(await copyAuditTrail(directory, staged)));
  const configurations = state.configurations.filter(({ deleted }) => !deleted).length;
  return writeManifest(staged, { date, configurations, spaces, elsewhere: remoteSpaces, parts });
}

async function copyKeys(directory: string, staged: string): Promise<boolean> {
  const keys = await readKeys(directory);
  if (keys) await keysFile(staged).write(keys);
  return keys !== null;
}

/** The state of crawls is not copied: without it, a crawl reads all pages again. */
async function copySchedules(directory: string, staged: string): Promise<boolean> {
  const schedules = (await readSchedules(directory)).filter(({ sources }) => sources.length > 0);
  for (const { space, sources } of schedules) {
    await mkdir(join(staged, 'crawl', space), { recursive: true });
    const text = JSON.stringify(sources.map(({ source }) => source));
    await writeFile(join(staged, 'crawl', space, 'sources.json'), text);
  }
  return schedules.length > 0;
}

/** Builds of the widgets that pages pin, without unfinished ones. */
async function copyBuilds(directory: string, staged: string): Promise<boolean> {
  const builds = join(directory, 'widgets');
  if (!existsSync(builds)) return false;
  // Folders of unfinished builds have a dot in their names.
  const filter = (path: string) => path === builds || !basename(path).includes('.') || path.endsWith('.js');
  await cp(builds, join(staged, 'widgets'), { recursive: true, preserveTimestamps: true, filter });
  return true;
}

/** A damaged file is omitted: statistics must not prevent a backup. */
async function copyInsight(directory: string, staged: string): Promise<boolean> {
  const [file, copy] = [join(directory, INSIGHT_FILE), join(staged, INSIGHT_FILE)];
  if (!existsSync(file)) return false;
  await copyDatabase(file, copy).catch(() => rm(copy, { force: true }));
  return existsSync(copy);
}

/** Copies the audit trail. Returns the names of the copied files. */
async function copyAuditTrail(directory: string, staged: string): Promise<Manifest['parts']> {
  const copied: Manifest['parts'] = [];
  for (const name of AUDIT_FILES) {
    // Copies without a check first, because the server may rename a file between check and copy.
    const isMissing = (await cp(join(directory, name), join(staged, name)).catch(nullIfNotFound)) === null;
    if (!isMissing) copied.push(name);
  }
  return copied;
}

const missingState = (directory: string) =>
  `${directory} contains no configurations: no server has run there yet, or DATA_DIR names the wrong directory`;
