import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LockedError, takeLock } from './lock.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(directory, 'LOCK');
});

afterEach(() => rm(directory, { recursive: true }));

test('one at a time holds it, and nothing is left of it afterwards', async () => {
  const unlock = await takeLock(path);
  await expect(takeLock(path)).rejects.toThrow(LockedError);
  await unlock();
  await (await takeLock(path))();
  expect(await readdir(directory)).toEqual([]);
});

test('who is ready to wait gets it when it is free', async () => {
  const unlock = await takeLock(path);
  const waiting = takeLock(path, { wait: 5000 });
  await unlock();
  await (await waiting)();
});

test('of many that find a dead lock one gets it', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const unlock = await takeLock(path);
  const holder = JSON.parse(await readFile(path, 'utf8'));
  await unlock();
  await writeFile(path, JSON.stringify({ ...holder, pid: child.pid, started: '1' }));
  const taken = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(path)));
  expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.each([
  ['of another boot', { boot: 'another' }],
  ['of an earlier process with the same id', { started: '1' }],
])('a lock %s is dead', async (_name, change) => {
  const unlock = await takeLock(path);
  const holder = JSON.parse(await readFile(path, 'utf8'));
  await unlock();
  await writeFile(path, JSON.stringify({ ...holder, ...change }));
  await (await takeLock(path))();
});

test('a lock of another container holds while it is renewed, and is dead when it was not for long', async () => {
  const unlock = await takeLock(path);
  const holder = JSON.parse(await readFile(path, 'utf8'));
  await unlock();
  await writeFile(path, JSON.stringify({ ...holder, pid: 1, started: '1', namespace: 'pid:[1]' }));
  await expect(takeLock(path)).rejects.toThrow(LockedError);
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(path, longAgo, longAgo);
  await (await takeLock(path))();
});

test('a torn lock is dead', async () => {
  await writeFile(path, '{"pid":');
  await (await takeLock(path))();
});
