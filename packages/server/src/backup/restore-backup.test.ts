/** Restores: all or nothing, verified before anything is replaced, and closed to everything else until they are complete. */
import { spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { afterAll, expect, test } from 'vitest';
import { dumpPlace, fill, restoreDump } from '../../test/support/backup-servers.ts';
import { LockedError, RESTORE_MARKER } from '../filesystem/lock.ts';
import { scheduledSources, scheduleSource } from '../schedules/source-files.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;

const leftovers = async () =>
  (await readdir(place.directory)).filter((name) => /^restor(?:e\.new|ing)$/.test(name));
const titles = async () => {
  const { body } = await (await start()).call('GET', '/api/configurations');
  return Object.values(body.configurations!).map(({ config }) => String(config!.title));
};

/** Creates a backup of a server, changes the server and stops it. */
async function createBackup(): Promise<void> {
  const server = await start();
  await fill(server);
  await writeBackup(place.directory, place.file);
  await server.call('PUT', '/api/configurations/1', { config: { title: 'A week of work' } });
  await stop();
}

/** A data directory and its backup, for the tests that need no other. */
let copies: string | undefined;
afterAll(() => copies && rm(copies, { recursive: true }));

async function copyBackup(): Promise<void> {
  if (copies) {
    await cp(join(copies, 'data'), place.directory, { recursive: true });
    return cp(join(copies, 'dump'), place.file);
  }
  await createBackup();
  copies = await mkdtemp(join(tmpdir(), 'backup-'));
  await cp(place.directory, join(copies, 'data'), { recursive: true });
  await cp(place.file, join(copies, 'dump'));
}

test('replaces the whole state and keeps the previous files', async () => {
  await copyBackup();
  await restoreDump(place);
  expect(await titles()).toEqual(['One', 'Two']);
  const [previous] = (await readdir(place.directory)).filter((name) => name.startsWith('before-restore-'));
  const kept = await readFile(join(place.directory, previous!, 'configurations', '1.json'), 'utf8');
  expect(JSON.parse(kept).config.title).toBe('A week of work');
});

test('needs permission to replace a state', async () => {
  await copyBackup();
  await expect(restoreBackup(place.directory, place.file, { replace: false })).rejects.toThrow(
    /already contains configurations, search spaces \(animals\).*--replace/,
  );
  await rm(place.directory, { recursive: true });
  await restoreBackup(place.directory, place.file, { replace: false });
  expect(await titles()).toEqual(['One', 'Two']);
});

test('is rejected while a server runs', async () => {
  const server = await start();
  await fill(server);
  await writeBackup(place.directory, place.file);
  await expect(restoreDump(place)).rejects.toThrow(LockedError);
  expect((await server.call('GET', '/api/configurations/1')).status).toBe(200);
});

test('rejects a truncated backup and keeps the state', async () => {
  await copyBackup();
  const bytes = await readFile(place.file);
  for (const share of [0, 0.2, 0.5, 0.9, 0.99]) {
    await writeFile(place.file, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(restoreDump(place)).rejects.toThrow();
    expect(await leftovers()).toEqual([]);
  }
  expect(await titles()).toEqual(['A week of work', 'Two']);
});

test('rejects a backup with a damaged document', async () => {
  await copyBackup();
  await repack((folder) => writeFile(join(folder, 'configurations', '2.json'), '{'));
  await expect(restoreDump(place)).rejects.toThrow(/2\.json is damaged/);
  expect(await titles()).toEqual(['A week of work', 'Two']);
});

test('that was interrupted while it replaced the state is repeated before anything else', async () => {
  await copyBackup();
  // As if the process had died after it moved the configurations away.
  await writeFile(join(place.directory, RESTORE_MARKER), '');
  await rename(join(place.directory, 'configurations'), join(place.outside, 'configurations'));
  await mkdir(join(place.directory, 'restore.new', 'rest'), { recursive: true });
  await expect(start()).rejects.toThrow(/was interrupted; run it again/);
  await restoreDump(place);
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await leftovers()).toEqual([]);
});

test('rejects a backup with a link before anything is written', async () => {
  await copyBackup();
  const unpacked = join(place.outside, 'unpacked');
  await mkdir(unpacked);
  await extract({ file: place.file, cwd: unpacked });
  await rm(join(unpacked, 'configurations'), { recursive: true });
  await symlink(tmpdir(), join(unpacked, 'configurations'));
  await create({ gzip: true, file: place.file, cwd: unpacked }, await readdir(unpacked));
  await expect(restoreDump(place)).rejects.toThrow('Not a valid backup: the entry "configurations"');
  expect(await leftovers()).toEqual([]);
});

/** Changes the files of a backup. */
async function repack(change: (folder: string) => Promise<unknown>): Promise<void> {
  const unpacked = join(place.outside, 'unpacked');
  await mkdir(unpacked);
  await extract({ file: place.file, cwd: unpacked });
  await change(unpacked);
  await create({ gzip: true, file: place.file, cwd: unpacked, portable: false }, await readdir(unpacked));
}

async function rejection(): Promise<string> {
  const error = await restoreDump(place).catch((cause: Error) => cause);
  return error instanceof Error ? error.message : 'accepted';
}

test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
  ['the state of a crawl', (folder) => add(folder, 'crawl/a/x.json'), /"crawl\/a\/x\.json" is a link/],
  ['a file of no part', (folder) => add(folder, 'restoring'), /"restoring" is a link, leads outside/],
  ['a folder of no part', (folder) => add(folder, 'ingest/x'), /"ingest\/?" is a link/],
  ['a program in a hidden folder', (folder) => add(folder, '.ssh/authorized_keys'), /"\.ssh\/?" is a link/],
  ['a part that is not listed', (folder) => add(folder, 'widgets/x/a.js'), /has widgets, which its manifest/],
])('rejects a backup with %s', async (_, change, message) => {
  await copyBackup();
  await repack(change);
  expect(await rejection()).toMatch(message);
});

async function add(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), '');
}

const good = {
  format: 2,
  date: '2026-01-01T00:00:00.000Z',
  configurations: 2,
  spaces: ['animals'],
  elsewhere: {},
  parts: [],
};

test.each([
  ['no parts', JSON.stringify({ ...good, parts: undefined }), 'is damaged: parts is required'],
  ['parts that are a text', JSON.stringify({ ...good, parts: 'spaces' }), 'is damaged: parts must be'],
  ['no spaces', JSON.stringify({ ...good, spaces: null }), 'is damaged: spaces must be'],
  ['a part outside', JSON.stringify({ ...good, parts: ['../x'] }), 'is damaged: parts[0] must be'],
  ['half of its text', '{"format": 2, "par', 'manifest.json is damaged: not valid JSON'],
  ['null', 'null', 'manifest.json is damaged'],
  ['another format', JSON.stringify({ ...good, format: 1 }), 'Not a valid backup'],
])('rejects a backup whose manifest has %s', async (_, manifest, message) => {
  await copyBackup();
  await repack((folder) => writeFile(join(folder, 'manifest.json'), manifest));
  expect(await rejection()).toContain(message);
});

test('restores schedules paused, builds of the widgets, and no rights of files', async () => {
  const build = 'widgets/0123456789abcdefghijkl/semantic-search.js';
  await add(place.directory, build);
  const command = ['crawl', 'https://a.example/', '--header', 'Authorization=SECRET', '--space', 'animals'];
  await scheduleSource(place.directory, { space: 'animals', schedule: '* * * * *', command });
  await createBackup();
  await repack((folder) => chmod(join(folder, build), 0o4777));
  for (const part of ['widgets', 'crawl']) await rm(join(place.directory, part), { recursive: true });
  await restoreDump(place);
  expect(await scheduledSources(place.directory)).toMatchObject([{ source: { command, paused: true } }]);
  expect((await stat(join(place.directory, build))).mode & 0o7777).toBe(0o600);
  expect((await stat(join(place.directory, 'crawl'))).mode & 0o7777).toBe(0o700);
});

const asRoot = test.skipIf(process.getuid?.() !== 0);
const user = 4321;

/** Files of the data directory that do not belong to its user. */
async function filesOfOtherUsers(): Promise<string[]> {
  const names = await readdir(place.directory, { recursive: true });
  const stats = await Promise.all(names.map((name) => stat(join(place.directory, name))));
  return names.filter((_name, index) => stats[index]!.uid !== user);
}

asRoot('what root restores belongs to whom the data directory belongs, with what is put aside', async () => {
  await createBackup();
  spawnSync('chown', ['-R', `${user}:${user}`, place.directory]);
  await restoreDump(place);
  expect(await filesOfOtherUsers()).toEqual([]);
});
