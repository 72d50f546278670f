/** A dump on its way into a data directory: whole or not at all. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, extract } from 'tar';
import { expect, test } from 'vitest';
import { bookmarksIn } from '../command-line/bookmark.ts';
import { isStaged, stageDump, takeOrHolder, takeStaged } from './restore-dump.ts';
import { dumpPlace, fill } from './servers.testing.ts';
import { writeDump } from './write-dump.ts';

const place = dumpPlace();
const { start, stop } = place;

const left = async () => (await readdir(place.directory)).filter((name) => /unpacking|^restore/.test(name));

test('a dump that is cut anywhere is refused, and the state stays as it is', async () => {
  await fill(await start());
  await stop();
  await writeDump(place.directory, place.file);
  const bytes = await readFile(place.file);
  for (const share of [0, 0.2, 0.5, 0.9, 0.99]) {
    await writeFile(place.file, bytes.subarray(0, Math.floor(bytes.length * share)));
    await expect(stageDump(place.directory, place.file)).rejects.toThrow();
    expect(await takeStaged(place.directory)).toBe(false);
  }
  expect(await left()).toEqual([]);
});

test('a dump is not left waiting where the server that has the directory is in another container', async () => {
  await fill(await start());
  await writeDump(place.directory, place.file);
  const lock = join(place.directory, 'LOCK');
  const own = await readFile(lock, 'utf8');
  const elsewhere = { ...JSON.parse(own), pid: process.ppid, namespace: 'pid:[1]' };
  await writeFile(lock, JSON.stringify(elsewhere));
  await stageDump(place.directory, place.file);
  await expect(takeOrHolder(place.directory)).rejects.toThrow(/in another container/);
  expect(await isStaged(place.directory)).toBe(false);
  await writeFile(lock, own);
});

test('a dump is taken to the end after a crash between any two of its steps', async () => {
  await fill(await start());
  await stop();
  await writeDump(place.directory, place.file);
  await stageDump(place.directory, place.file);
  // As if the process had died after the log was moved away, and again after the new one was in its place.
  const stamp = await readFile(join(place.directory, 'restore', 'staged'), 'utf8');
  const former = join(place.directory, 'quarantine', `before-restore-${stamp}`);
  await cp(join(place.directory, 'log'), join(former, 'log'), { recursive: true });
  await rm(join(place.directory, 'log'), { recursive: true });
  await cp(join(place.directory, 'restore', 'log'), join(place.directory, 'log'), { recursive: true });
  await rm(join(place.directory, 'restore', 'log'), { recursive: true });
  expect(await takeStaged(place.directory)).toBe(true);
  const { body } = await (await start()).call('GET', '/api/configurations');
  expect(body).toMatchObject({ activeConfigId: 2, configurations: [{ id: 1 }, { id: 2 }] });
});

test('a dump with a link in it is refused before anything of it is written', async () => {
  await fill(await start());
  await stop();
  await writeDump(place.directory, place.file);
  const unpacked = join(place.outside, 'unpacked');
  await mkdir(unpacked);
  await extract({ file: place.file, cwd: unpacked });
  await rm(join(unpacked, 'log'), { recursive: true });
  await symlink(tmpdir(), join(unpacked, 'log'));
  await create({ gzip: true, file: place.file, cwd: unpacked }, await readdir(unpacked));
  await expect(stageDump(place.directory, place.file)).rejects.toThrow('This is no dump: it has "log"');
  expect(await left()).toEqual([]);
});

test('the secrets that a killed restore has unpacked are gone with the next start', async () => {
  const names = ['unpacking-4194305-abcdef', `unpacking-${process.pid}-abcdef`];
  for (const name of names) await mkdir(join(place.directory, name));
  await start();
  expect(await left()).toEqual(names.slice(1));
});

test('how far files were taken into a former space is forgotten with it', async () => {
  await fill(await start());
  await stop();
  await writeDump(place.directory, place.file);
  const source = join(place.outside, 'animals.ndjson');
  await writeFile(source, 'one\ntwo\n');
  const bookmark = bookmarksIn(join(place.directory, 'ingest'), 'animals');
  await bookmark.write(source, 2);
  await stageDump(place.directory, place.file);
  expect(await takeStaged(place.directory)).toBe(true);
  expect(await bookmark.read(source)).toBe(0);
});
