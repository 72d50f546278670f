/** Atomic restore of a backup to a data directory. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { expect, test } from 'vitest';
import { ingestCheckpoints } from '../../../cli/src/content/ingest-checkpoint.ts';
import { dumpPlace, fill, offerOfTest, put, restoreDump } from '../../test/support/backup-servers.ts';
import { lockDirectory } from '../filesystem/directory-lock.ts';
import { LockedError } from '../filesystem/lock.ts';
import { scheduledSources, scheduleSource } from '../schedules/scheduled-sources.ts';
import { applyPendingRestore } from './apply-restore.ts';
import { createPendingRestore, describeUnfinishedRestore } from './pending-restore.ts';
import { applyOrFindServer, stageBackup } from './read-backup.ts';
import { writeBackup } from './write-backup.ts';

const place = dumpPlace();
const { start, stop } = place;

const restoreFolders = async () =>
  (await readdir(place.directory)).filter((name) => /^rest(?:ore-|oring)/.test(name));
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

/** Starts another process that offers the backup and waits. */
async function startOffering() {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const code = `
    const [{ createPendingRestore }, { stageBackup }] = await Promise.all([import(${module('pending-restore.ts')}), import(${module('read-backup.ts')})]);
    const [directory, file] = process.argv.slice(1);
    await stageBackup(directory, await createPendingRestore(directory), file);
    console.log('offered');
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, place.directory, place.file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String((await once(child.stdout, 'data'))[0])).toBe('offered\n');
  return async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await once(child, 'exit');
  };
}

test('rejects a truncated backup and keeps the state', async () => {
  await createBackup();
  const bytes = await readFile(place.file);
  for (const share of [0, 0.2, 0.5, 0.9, 0.99]) {
    await writeFile(place.file, bytes.subarray(0, Math.floor(bytes.length * share)));
    const offer = await createPendingRestore(place.directory);
    await expect(stageBackup(place.directory, offer, place.file)).rejects.toThrow();
    expect(await applyPendingRestore(place.directory)).toMatchObject({ applied: false });
    await offer.close();
    expect(await applyPendingRestore(place.directory)).toMatchObject({ applied: false });
  }
  expect(await titles()).toEqual(['A week of work', 'Two']);
});

test.each<NodeJS.Signals>(['SIGINT', 'SIGKILL'])(
  'never applies a backup whose restore ended by %s before, and the next start removes its files',
  async (signal) => {
    await createBackup();
    const end = await startOffering();
    await end(signal);
    expect(await describeUnfinishedRestore(place.directory)).toContain('or interrupted');
    expect(await titles()).toEqual(['A week of work', 'Two']);
    expect(await restoreFolders()).toEqual([]);
  },
);

test('a server that starts while a restore waits applies the backup', async () => {
  await createBackup();
  const end = await startOffering();
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await restoreFolders()).toEqual([]);
  await end('SIGKILL');
});

test('does not apply the remains of an interrupted restore because another one has begun', async () => {
  await createBackup();
  await (await startOffering())('SIGKILL');
  const [folder] = await restoreFolders();
  await cp(join(place.directory, folder!), join(place.outside, 'offer'), { recursive: true });
  const next = await createPendingRestore(place.directory);
  // Even if the next one has not removed them yet.
  await cp(join(place.outside, 'offer'), join(place.directory, folder!), { recursive: true });
  expect(await titles()).toEqual(['A week of work', 'Two']);
  await next.close();
});

test('runs one restore at a time, even while the other one is unpacking', async () => {
  await createBackup();
  const first = await createPendingRestore(place.directory);
  await expect(createPendingRestore(place.directory)).rejects.toThrow(
    /Another restore into .* is in progress; wait/,
  );
  await first.close();
  await restoreDump(place);
  expect(await titles()).toEqual(['One', 'Two']);
}, 15_000);

test('does not apply a withdrawn backup', async () => {
  await createBackup();
  const offer = await offerOfTest(place);
  expect(await offer.status()).toBe('pending');
  expect(await offer.close()).toBe('pending');
  expect(await titles()).toEqual(['A week of work', 'Two']);
  expect(await restoreFolders()).toEqual([]);
});

test('rejects a backup that cannot be applied, and the server starts with its current state', async () => {
  await createBackup();
  const offer = await offerOfTest(place);
  await writeFile(join(offer.dump, 'manifest.json'), '{}');
  expect(await titles()).toEqual(['A week of work', 'Two']);
  expect(await offer.close()).toBe('discarded');
  expect(await restoreFolders()).toEqual([]);
});

test('does not leave a backup pending if the server of the directory runs in another container', async () => {
  await fill(await start());
  await writeBackup(place.directory, place.file);
  const lock = join(place.directory, 'LOCK');
  const own = await readFile(lock, 'utf8');
  const elsewhere = { ...JSON.parse(own), pid: process.ppid, namespace: 'pid:[1]' };
  await writeFile(lock, JSON.stringify(elsewhere));
  await offerOfTest(place);
  await expect(applyOrFindServer(place.directory)).rejects.toThrow(/in another container/);
  await writeFile(lock, own);
});

test('signals only a server to restart, not a command that has the directory', async () => {
  await createBackup();
  await offerOfTest(place);
  const unlock = await lockDirectory(place.directory);
  await expect(applyOrFindServer(place.directory)).rejects.toThrow(
    /process \d+, which is not a listening server/,
  );
  await expect(applyOrFindServer(place.directory)).rejects.toThrow(LockedError);
  await unlock();
});

test('the next start completes a partially applied backup, and nothing else opens the directory', async () => {
  await createBackup();
  const offer = await offerOfTest(place);
  // As if the process had died after moving the configurations away, and again after moving the new ones in.
  const [folder] = await restoreFolders();
  const restoring = join(place.directory, 'restoring');
  await cp(join(place.directory, folder!), restoring, { recursive: true });
  await offer.close();
  const stamp = await readFile(join(restoring, 'offered'), 'utf8');
  const previous = join(place.directory, 'quarantine', `before-restore-${stamp}`);
  await cp(join(place.directory, 'configurations'), join(previous, 'configurations'), { recursive: true });
  await rm(join(place.directory, 'configurations'), { recursive: true });
  await cp(join(restoring, 'dump', 'configurations'), join(place.directory, 'configurations'), {
    recursive: true,
  });
  await rm(join(restoring, 'dump', 'configurations'), { recursive: true });
  await expect(lockDirectory(place.directory)).rejects.toThrow(/partially restored.* start the server/);
  expect(await describeUnfinishedRestore(place.directory)).toContain('partially applied');
  expect(await titles()).toEqual(['One', 'Two']);
  expect(await restoreFolders()).toEqual([]);
  expect((await put(await restartServer(), 'owl')).status).toBe(200);
});

async function restartServer() {
  await stop();
  return start();
}

test('rejects a backup with a link before anything is written', async () => {
  await createBackup();
  const unpacked = join(place.outside, 'unpacked');
  await mkdir(unpacked);
  await extract({ file: place.file, cwd: unpacked });
  await rm(join(unpacked, 'configurations'), { recursive: true });
  await symlink(tmpdir(), join(unpacked, 'configurations'));
  await create({ gzip: true, file: place.file, cwd: unpacked }, await readdir(unpacked));
  const offer = await createPendingRestore(place.directory);
  await expect(stageBackup(place.directory, offer, place.file)).rejects.toThrow(
    'Not a valid backup: the entry "configurations"',
  );
  expect(await readdir(offer.dump)).toEqual([]);
  await offer.close();
  expect(await restoreFolders()).toEqual([]);
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
  const offer = await createPendingRestore(place.directory);
  const error = await stageBackup(place.directory, offer, place.file).catch((cause: Error) => cause);
  await offer.close();
  return error instanceof Error ? error.message : 'accepted';
}

test.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
  ['the state of a crawl', (folder) => add(folder, 'crawl/a/x.json'), /"crawl\/a\/x\.json" is a link/],
  ['a file of no part', (folder) => add(folder, 'LOCK'), /"LOCK" is a link, leads outside/],
  ['a folder of no part', (folder) => add(folder, 'ingest/x'), /"ingest\/?" is a link/],
  ['a program in a hidden folder', (folder) => add(folder, '.ssh/authorized_keys'), /"\.ssh\/?" is a link/],
  ['a part that is not listed', (folder) => add(folder, 'widgets/x/a.js'), /has widgets, which its manifest/],
])('rejects a backup with %s', async (_, change, message) => {
  await createBackup();
  await repack(change);
  expect(await rejection()).toMatch(message);
});

async function add(folder: string, path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), '');
}

const good = { format: 1, date: '2026-01-01', changes: 3, configurations: 2, spaces: ['animals'] };

test.each([
  ['no parts', JSON.stringify(good), 'The manifest of the backup is damaged'],
  [
    'parts that are a text',
    JSON.stringify({ ...good, parts: 'spaces' }),
    'The manifest of the backup is damaged',
  ],
  [
    'no spaces',
    JSON.stringify({ ...good, spaces: null, parts: [] }),
    'The manifest of the backup is damaged',
  ],
  ['a part outside', JSON.stringify({ ...good, parts: ['../x'] }), 'The backup has the part "../x"'],
  ['half of its text', '{"format": 1, "par', 'The manifest of the backup is damaged: not valid JSON'],
  ['null', 'null', 'Not a valid backup'],
  ['another format', JSON.stringify({ ...good, format: 2 }), 'Not a valid backup'],
])('rejects a backup whose manifest has %s', async (_, manifest, message) => {
  await createBackup();
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

test('deletes the import checkpoints of a replaced space', async () => {
  await createBackup();
  const source = join(place.outside, 'animals.ndjson');
  await writeFile(source, 'one\ntwo\n');
  const checkpoint = ingestCheckpoints(join(place.directory, 'ingest'), 'animals');
  await checkpoint.write(source, 2);
  await restoreDump(place);
  expect(await checkpoint.read(source)).toBe(0);
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

asRoot(
  'so does what it has unpacked when it is ended, so that a server of that user removes it',
  async () => {
    await createBackup();
    const unpacked = join(place.outside, 'unpacked');
    await mkdir(unpacked);
    await extract({ file: place.file, cwd: unpacked });
    // Without a manifest, the restore stops here.
    await create({ gzip: true, file: place.file, cwd: unpacked }, ['configurations', 'spaces', 'keys.json']);
    spawnSync('chown', ['-R', `${user}:${user}`, place.directory]);
    const offer = await createPendingRestore(place.directory);
    await expect(stageBackup(place.directory, offer, place.file)).rejects.toThrow('Not a valid backup');
    expect(await readdir(offer.dump)).toContain('keys.json');
    expect(await filesOfOtherUsers()).toEqual([]);
    await offer.close();
  },
);
