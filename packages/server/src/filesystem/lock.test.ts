import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { acquireLock, LockedError, lockDirectory, RESTORE_MARKER } from './lock.ts';

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
  path = join(directory, 'file');
});

afterEach(() => rm(directory, { recursive: true }));

const lockProgram = `
  import { closeSync, openSync } from 'node:fs';
  import { parentPort } from 'node:worker_threads';
  const { lockDirectory } = await import(${JSON.stringify(new URL('lock.ts', import.meta.url).href)});
  const [user, group] = JSON.parse(process.env.AS ?? '[]');
  if (user) {
    process.setgroups([]);
    process.setgid(group);
    process.setuid(user);
  }
  const files = [];
  try {
    while (process.env.EXHAUSTED) files.push(openSync('/dev/null'));
  } catch {}
  const outcome = await lockDirectory(process.env.WHERE).then(() => 'held', (error) => error.name + ': ' + error.message);
  if (parentPort) parentPort.postMessage(outcome);
  for (const file of files) closeSync(file);
  if (!parentPort) console.log(outcome);
  setInterval(() => {}, 1000);
`;

/** Another process that tries to lock the directory; with `as`, as another user and group. */
async function contender(as: readonly [user: number, group: number] | [] = [], environment = {}) {
  const shell = ['-c', 'ulimit -n 200; exec "$0" "$@"', process.execPath];
  const child = spawn('sh', [...shell, '--input-type=module', '-e', lockProgram], {
    env: { ...process.env, ...environment, WHERE: directory, AS: JSON.stringify(as) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const outcome = String((await once(child.stdout, 'data'))[0]).trimEnd();
  const end = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { outcome, end, pid: child.pid };
}

/** Another process that has locked the directory. */
async function lockingProcess() {
  const child = await contender();
  expect(child.outcome).toBe('held');
  return child;
}

const isRoot = process.getuid?.() === 0;

describe('a lock', () => {
  test('has one owner at a time, even within one process', async () => {
    const unlock = await acquireLock(path, 0);
    await expect(acquireLock(path, 0)).rejects.toThrow(LockedError);
    await unlock();
    await unlock();
    await (await acquireLock(path, 0))();
  });

  test('is acquired by a waiting process when it is released', async () => {
    const unlock = await acquireLock(path, 0);
    const waiting = acquireLock(path, 5000);
    await unlock();
    await (await waiting)();
  });

  test('does not extend the wait if the clock is set back', async () => {
    let now = Date.now();
    vi.spyOn(Date, 'now').mockImplementation(() => (now -= 3_600_000));
    onTestFinished(() => void vi.restoreAllMocks());
    const unlock = await acquireLock(path, 0);
    await expect(acquireLock(path, 50)).rejects.toThrow(LockedError);
    await unlock();
  });

  test('is acquired by exactly one of many concurrent processes', async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => acquireLock(path, 0)));
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const each of attempts) if (each.status === 'fulfilled') await each.value();
  });

  test('names its file in the error if it cannot be created', async () => {
    await expect(acquireLock(join(directory, 'missing', 'x'), 0)).rejects.toThrow(
      /missing\/x\.lock\.sqlite cannot be locked/,
    );
    await writeFile(`${path}.lock.sqlite`, 'no lock');
    await expect(acquireLock(path, 0)).rejects.toThrow(
      /file\.lock\.sqlite cannot be locked: file is not a database/,
    );
  });

  test.skipIf(!isRoot)('created by root belongs to the owner of its directory', async () => {
    await chown(directory, 4321, 4321);
    await (await acquireLock(path, 0))();
    expect(await stat(`${path}.lock.sqlite`)).toMatchObject({ uid: 4321, gid: 4321 });
  });

  test('can be acquired by every user who can write to its folder', async () => {
    const modes = [0o700, 0o755, 0o2775];
    for (const mode of modes) {
      await chmod(directory, mode);
      const release = await acquireLock(join(directory, String(mode)), 0);
      await release();
    }
    const files = await Promise.all(modes.map((mode) => stat(join(directory, `${mode}.lock.sqlite`))));
    expect(files.map(({ mode }) => mode & 0o777)).toEqual([0o644, 0o644, 0o664]);
  });

  test('fails with its file if the file is readable but not writable', async () => {
    const release = await lockDirectory(directory);
    await release();
    const file = join(directory, 'lock.sqlite');
    await chmod(file, 0o444);
    if (!isRoot) await expect(lockDirectory(directory)).rejects.toThrow(/lock\.sqlite cannot be locked/);
    else {
      await chmod(directory, 0o777);
      const { outcome, end } = await contender([4321, 4321]);
      expect(outcome).toMatch(/^Error: .*\/lock\.sqlite cannot be locked: EACCES: .* It must be writable/);
      await end();
    }
  });

  test('fails with the error of the system if the process has no free file descriptor', async () => {
    const { outcome, end } = await contender([], { EXHAUSTED: 'yes' });
    expect(outcome).toMatch(/^Error: .*\/lock\.sqlite cannot be locked: EMFILE: too many open files/);
    await end();
  });
});

describe('a data directory', () => {
  test('is locked by one process at a time, and leaves one file', async () => {
    const unlock = await lockDirectory(directory);
    await expect(lockDirectory(directory)).rejects.toThrow(/is used by another process; stop the server/);
    await unlock();
    expect(await readdir(directory)).toEqual(['lock.sqlite']);
  });

  test('is unlocked at once if its process is killed', async () => {
    const child = await lockingProcess();
    await expect(lockDirectory(directory)).rejects.toThrow(LockedError);
    await child.end();
    const release = await lockDirectory(directory);
    await release();
  });

  test.skipIf(!isRoot)('shared by a group is locked by one of its users at a time', async () => {
    const group = 4300;
    await chown(directory, 0, group);
    await chmod(directory, 0o2775);
    const first = await contender([4321, group]);
    expect(first.outcome).toBe('held');
    const second = await contender([4322, group]);
    expect(second.outcome).toMatch(/^LockedError: .* is used by another process/);
    await Promise.all([first.end(), second.end()]);
    const third = await contender([4322, group]);
    expect(third.outcome).toBe('held');
    await third.end();
  });

  test('locked by a thread cannot be opened by other threads of the process', async () => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(lockProgram)}`), {
      env: { ...process.env, WHERE: directory },
    });
    expect((await once(worker, 'message'))[0]).toBe('held');
    await expect(lockDirectory(directory)).rejects.toThrow(LockedError);
    await worker.terminate();
    const release = await lockDirectory(directory);
    await release();
  });

  test('whose restore was interrupted is opened by another restore only', async () => {
    await writeFile(join(directory, RESTORE_MARKER), '');
    await expect(lockDirectory(directory)).rejects.toThrow(/was interrupted; run it again with --replace/);
    const release = await lockDirectory(directory, { isRestore: true });
    await release();
  });
});
