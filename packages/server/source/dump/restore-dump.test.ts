/** A dump on its way into a data directory: whole or not at all. */
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isStaged, stageDump, takeOrHolder, takeStaged } from './restore-dump.ts';
import { fill, serversOver } from './servers.testing.ts';
import { writeDump } from './write-dump.ts';

let directory: string;
let outside: string;
let file: string;
const { start, stop } = serversOver(() => directory);

beforeEach(async () => {
  [directory, outside] = [await mkdtemp(join(tmpdir(), 'state-')), await mkdtemp(join(tmpdir(), 'dumps-'))];
  file = join(outside, 'dump.tar.gz');
});

afterEach(async () => {
  await stop();
  for (const path of [directory, outside]) await rm(path, { recursive: true });
});

const left = async () => (await readdir(directory)).filter((name) => /unpacking|^restore/.test(name));

test('a dump that is cut anywhere is refused, and the state stays as it is', async () => {
  await fill(await start());
  await stop();
  await writeDump(directory, file);
  const bytes = await readFile(file);
  for (const share of [0, 0.2, 0.5, 0.9, 0.99]) {
    await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(stageDump(directory, file)).rejects.toThrow();
    expect(await takeStaged(directory)).toBe(false);
  }
  expect(await left()).toEqual([]);
});

test('a dump is not left waiting where the server that has the directory is in another container', async () => {
  await fill(await start());
  await writeDump(directory, file);
  const lock = join(directory, 'LOCK');
  const own = await readFile(lock, 'utf8');
  const elsewhere = { ...JSON.parse(own), pid: process.ppid, namespace: 'pid:[1]' };
  await writeFile(lock, JSON.stringify(elsewhere));
  await stageDump(directory, file);
  await expect(takeOrHolder(directory)).rejects.toThrow(/in another container/);
  expect(await isStaged(directory)).toBe(false);
  await writeFile(lock, own);
});

test('a dump is taken to the end after a crash between any two of its steps', async () => {
  await fill(await start());
  await stop();
  await writeDump(directory, file);
  await stageDump(directory, file);
  // As if the process had died after the log was moved away, and again after the new one was in its place.
  const stamp = await readFile(join(directory, 'restore', 'staged'), 'utf8');
  const former = join(directory, 'quarantine', `before-restore-${stamp}`);
  await cp(join(directory, 'log'), join(former, 'log'), { recursive: true });
  await rm(join(directory, 'log'), { recursive: true });
  await cp(join(directory, 'restore', 'log'), join(directory, 'log'), { recursive: true });
  await rm(join(directory, 'restore', 'log'), { recursive: true });
  expect(await takeStaged(directory)).toBe(true);
  const { body } = await (await start()).call('GET', '/api/configurations');
  expect(body).toMatchObject({ activeConfigId: 2, configurations: [{ id: 1 }, { id: 2 }] });
});

test('a dump with a link in it is refused before anything of it is written', async () => {
  await fill(await start());
  await stop();
  await writeDump(directory, file);
  const unpacked = join(outside, 'unpacked');
  await mkdir(unpacked);
  await extract({ file, cwd: unpacked });
  await rm(join(unpacked, 'log'), { recursive: true });
  await symlink(tmpdir(), join(unpacked, 'log'));
  await create({ gzip: true, file, cwd: unpacked }, await readdir(unpacked));
  await expect(stageDump(directory, file)).rejects.toThrow('This is no dump: it has "log"');
  expect(await left()).toEqual([]);
});

test('the secrets that a killed restore has unpacked are gone with the next start', async () => {
  const names = ['unpacking-4194305-abcdef', `unpacking-${process.pid}-abcdef`];
  for (const name of names) await mkdir(join(directory, name));
  await start();
  expect(await left()).toEqual(names.slice(1));
});
