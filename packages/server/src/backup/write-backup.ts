/** `dump`: the whole state in one file, from the data directory and, where there is one, the database; also while servers run. */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { create } from 'tar';
import { logPath } from '../configurations/store-file/log.ts';
import { replay } from '../configurations/store-file/replay.ts';
import { fsyncDirectory, nullIfNotFound } from '../filesystem/durable-file.ts';
import { withFileError } from '../filesystem/file-error.ts';
import { directoryLocation } from '../migration/directory-location.ts';
import type { StateLocation } from '../migration/state-location.ts';
import { copySpace, listSpaces } from './list-spaces.ts';
import type { Manifest } from './manifest.ts';
import { listAppliedRestores } from './pending-restore.ts';
import { checkSecretFile, secretFiles } from './secret-files.ts';
import { makeTemporaryFolder } from './temporary-folders.ts';

export interface BackupOptions {
  /** The database that has configurations and tokens in place of the data directory. */
  database?: StateLocation;
  elsewhere?: Record<string, string>;
}

/** Writes `file` (tar, gzip), which holds secrets and is readable for its owner only. Throws on damaged state. */
export function writeBackup(directory: string, file: string, options: BackupOptions = {}): Promise<Manifest> {
  // What cannot be read has a name already.
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
  const parts = spaces.length > 0 ? [...kept.parts, 'spaces'] : kept.parts;
  return { format: 1, date, ...kept, spaces, elsewhere, parts };
}

type Copied = Pick<Manifest, 'changes' | 'configurations' | 'parts'>;

/** Keys are not in it: where there is a database they are settings. */
async function copyDatabase(database: StateLocation, staged: string): Promise<Copied> {
  const copy = directoryLocation(staged);
  // Tokens first: what they name must be in the changes.
  const tokens = await database.tokens();
  await copy.putChanges(await database.changes());
  await copy.putTokens(tokens);
  const { state } = await replay(logPath(staged));
  const there = (await readdir(staged)).includes('tokens.json') ? ['tokens.json'] : [];
  return { changes: state.number, configurations: state.entries.size, parts: ['log', ...there] };
}

/** Tokens come before keys and the log: what signs them and what they name must be there too. */
async function copyDirectory(directory: string, staged: string): Promise<Copied> {
  const parts = ['log'];
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
  return { ...(await copyLog(directory, staged)), parts };
}

/** The log grows at its end only: what stands before the end of a whole line is one moment of it. */
async function copyLog(
  directory: string,
  staged: string,
): Promise<{ changes: number; configurations: number }> {
  const log = logPath(directory);
  if ((await stat(log).catch(nullIfNotFound)) === null) throw new Error(nothingThere(directory));
  const bytes = await withFileError(log, 'read', durableBytes(log));
  await mkdir(join(staged, 'log'));
  const path = logPath(staged);
  await writeFile(path, bytes.subarray(0, bytes.lastIndexOf(10) + 1));
  const { state } = await replay(path);
  return { changes: state.number, configurations: state.entries.size };
}

/** Without a log nothing would tell a dump from the remains of one. */
const nothingThere = (directory: string) =>
  `${directory} contains no configuration log: no server has run there yet, or DATA_DIR names the wrong directory`;

/** What is on the disk: a line that could not be synced is cut back, and its change was refused. */
async function durableBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const bytes = await readFile(path);
      await file.datasync();
      if ((await readFile(path)).subarray(0, bytes.length).equals(bytes)) return bytes;
    }
  } finally {
    await file.close();
  }
}

async function makeDurable(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
  } finally {
    await file.close();
  }
}
