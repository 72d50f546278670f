import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockDirectory, processHolding, seemsOpen } from './directory-lock.ts';
import { LockedError, takeLock } from './lock.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(directory, 'LOCK');
});

afterEach(() => rm(directory, { recursive: true }));

const holding = `
  import { parentPort } from 'node:worker_threads';
  const { lockDirectory } = await import(${JSON.stringify(new URL('directory-lock.ts', import.meta.url).href)});
  const told = await lockDirectory(process.env.WHERE).then(() => 'held', (error) => error.name);
  if (parentPort) parentPort.postMessage(told);
  else console.log(told);
  setInterval(() => {}, 1000);
`;

/** Another process that holds the directory. */
async function holder() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', holding], {
    env: { ...process.env, WHERE: directory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(String((await once(child.stdout, 'data'))[0])).toBe('held\n');
  return child;
}

describe('a lock', () => {
  test('has one holder at a time, also within one process', async () => {
    const unlock = await takeLock(path);
    await expect(takeLock(path)).rejects.toThrow(LockedError);
    await unlock();
    await unlock();
    await (await takeLock(path))();
  });

  test('is had by who is ready to wait when it is free', async () => {
    const unlock = await takeLock(path);
    const waiting = takeLock(path, { wait: 5000 });
    await unlock();
    await (await waiting)();
  });

  test('is had by exactly one of many that want it at once', async () => {
    const taken = await Promise.allSettled(Array.from({ length: 10 }, () => takeLock(path)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of taken) if (each.status === 'fulfilled') await each.value();
  });

  test('that cannot be is told with its file', async () => {
    await expect(takeLock(join(directory, 'missing', 'x'))).rejects.toThrow(
      /missing\/x\.sqlite cannot be locked/,
    );
    await writeFile(`${path}.sqlite`, 'no lock');
    await expect(takeLock(path)).rejects.toThrow(/LOCK\.sqlite cannot be locked: file is not a database/);
  });

  test.skipIf(process.getuid?.() !== 0)('that root makes belongs to whom its directory belongs', async () => {
    await chown(directory, 4321, 4321);
    await (await takeLock(path))();
    expect(await stat(`${path}.sqlite`)).toMatchObject({ uid: 4321, gid: 4321 });
  });
});

describe('a data directory', () => {
  test('names its process while it is held, and nobody afterwards', async () => {
    const unlock = await lockDirectory(directory);
    expect(await processHolding(directory)).toBe(process.pid);
    expect(await seemsOpen(directory)).toBe(true);
    await expect(lockDirectory(directory)).rejects.toThrow(`is held by process ${process.pid}`);
    await unlock();
    expect(await readdir(directory)).toEqual(['LOCK.sqlite']);
    expect(await seemsOpen(directory)).toBe(false);
    await expect(processHolding(directory)).rejects.toThrow(LockedError);
  });

  test('is free at once when its process was killed', async () => {
    const child = await holder();
    await expect(lockDirectory(directory)).rejects.toThrow(`is held by process ${child.pid}`);
    expect(await processHolding(directory)).toBe(child.pid);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await seemsOpen(directory)).toBe(false);
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: child.pid });
    const unlock = await lockDirectory(directory);
    expect(await processHolding(directory)).toBe(process.pid);
    await unlock();
  });

  test('is held whatever became of the file that says by whom', async () => {
    const unlock = await lockDirectory(directory);
    for (const content of ['', '{"pid":', JSON.stringify({ pid: 1, started: '1', boot: 'another' })]) {
      await writeFile(path, content);
      await expect(lockDirectory(directory)).rejects.toThrow(LockedError);
    }
    await rm(path);
    await expect(lockDirectory(directory)).rejects.toThrow(/held by another process/);
    await unlock();
  });

  test('of a thread is refused to the others of its process', async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(holding)}`), {
      env: { ...process.env, WHERE: directory },
    });
    expect((await once(worker, 'message'))[0]).toBe('held');
    await expect(lockDirectory(directory)).rejects.toThrow(LockedError);
    await worker.terminate();
    await (await lockDirectory(directory))();
  });

  test('of another container is known as such', async () => {
    const unlock = await lockDirectory(directory);
    const own = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...own, pid: 1, namespace: 'pid:[1]' }));
    expect(await seemsOpen(directory)).toBe(true);
    await expect(processHolding(directory)).rejects.toThrow(/in another container/);
    await unlock();
  });
});
