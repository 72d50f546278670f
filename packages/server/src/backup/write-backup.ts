/** Backup of the whole state in one file, even while servers run. */
import { existsSync } from 'node:fs';
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { fsyncDirectory, nullIfNotFound } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { readSchedules } from '../schedules/scheduled-sources.ts';
import { summarizeChanges } from '../stores/file/changes.ts';
import { configurationsFolder } from '../stores/file/history-file.ts';
import { directoryLocation } from '../stores/file/state-location.ts';
import type { StateLocation } from '../stores/state-location.ts';
import { copyHistories } from './copy-histories.ts';
import { copySpace, listSpaces } from './list-spaces.ts';
import type { Manifest } from './manifest.ts';
import { listAppliedRestores } from './pending-restore.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';
import { makeTemporaryFolder } from './temporary-folders.ts';

export interface BackupOptions {
  /** Database with the configurations and tokens; absent if the data directory has them. */
  database?: StateLocation;
  elsewhere?: Record<string, string>;
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
  const staged = await makeTemporaryFolder(folder, `.${name}-`);
  try {
    const [content, aside] = [join(staged, 'content'), join(staged, 'dump')];
    await mkdir(content);
    const manifest = await collect(directory, content, options);
    await writeFile(join(content, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await create({ gzip: true, file: aside, cwd: content, mode: 0o600 }, [
      'manifest.json',
      ...manifest.parts,
    ]);
    await makeDurable(aside);
    await rename(aside, path);
    await fsyncDirectory(folder);
    return manifest;
  } finally {
    await rm(staged, { recursive: true });
  }
}

async function collect(
  directory: string,
  staged: string,
  { database, elsewhere = {} }: BackupOptions,
): Promise<Manifest> {
  const date = new Date().toISOString();
  const restored = await listAppliedRestores(directory);
  const kept = await (database ? copyDatabase(database, staged) : copyDirectory(directory, staged));
  const names = await listSpaces(join(directory, 'spaces'));
  const spaces = names.filter((name) => !Object.hasOwn(elsewhere, name));
  for (const name of spaces) await copySpace(join(directory, 'spaces', name), join(staged, 'spaces', name));
  if ((await listAppliedRestores(directory)) !== restored)
    throw new Error(`A restore replaced the state of ${directory} during the backup; run the command again`);
  const others = [...(await copySchedules(directory, staged)), ...(await copyBuilds(directory, staged))];
  const parts = [...kept.parts, ...(spaces.length > 0 ? ['spaces'] : []), ...others];
  return { format: 1, date, ...kept, spaces, elsewhere, parts };
}

/** The state of crawls is not copied: without it, a crawl reads all pages again. */
async function copySchedules(directory: string, staged: string): Promise<string[]> {
  const schedules = (await readSchedules(directory)).filter(({ sources }) => sources.length > 0);
  for (const { space, sources } of schedules) {
    await mkdir(join(staged, 'crawl', space), { recursive: true });
    const text = JSON.stringify(sources.map(({ source }) => source));
    await writeFile(join(staged, 'crawl', space, 'sources.json'), text);
  }
  return schedules.length > 0 ? ['crawl'] : [];
}

/** Builds of the widgets that pages pin, without unfinished ones. */
async function copyBuilds(directory: string, staged: string): Promise<string[]> {
  const builds = join(directory, 'widgets');
  if (!existsSync(builds)) return [];
  const filter = (path: string) =>
    path === builds || !path.slice(builds.length).includes('.', 1) || path.endsWith('.js');
  await cp(builds, join(staged, 'widgets'), { recursive: true, preserveTimestamps: true, filter });
  return ['widgets'];
}

type Copied = Pick<Manifest, 'changes' | 'configurations' | 'parts'>;

/** With a database, keys are settings and not part of the state. */
async function copyDatabase(database: StateLocation, staged: string): Promise<Copied> {
  const copy = directoryLocation(staged);
  // Tokens first: the configurations that they name must be among the changes.
  const tokens = await database.tokens();
  await copy.putChanges(await database.changes());
  await copy.putTokens(tokens);
  const there = (await readdir(staged)).includes('tokens.json') ? ['tokens.json'] : [];
  return { ...(await summarizeChanges(staged)), parts: ['configurations', ...there] };
}

/** Tokens before keys and configurations: the keys that signed them and the IDs that they name must be there too. */
async function copyDirectory(directory: string, staged: string): Promise<Copied> {
  const parts = ['configurations'];
  for (const name of secretFiles) {
    const bytes = await withFileError(
      join(directory, name),
      'read',
      readFile(join(directory, name)).catch(nullIfNotFound),
    );
    if (bytes === null) continue;
    checkSecretFile(name, join(directory, name), bytes.toString());
    await writeFile(join(staged, name), bytes, { mode: 0o600 });
    parts.push(name);
  }
  if (!existsSync(configurationsFolder(directory))) throw new Error(nothingThere(directory));
  await copyHistories(directory, staged);
  return { ...(await summarizeChanges(staged)), parts };
}

const nothingThere = (directory: string) =>
  `${directory} contains no configurations: no server has run there yet, or DATA_DIR names the wrong directory`;

async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
