import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { type IsolatedProcess, isolatedProcess, LimitError, type ProcessLimits } from './isolated-process.ts';

const module = new URL('../../test/isolated.fixture.ts', import.meta.url).href;

let isolated: IsolatedProcess;
afterEach(() => isolated.close());

function opened(limits?: ProcessLimits) {
  isolated = isolatedProcess(limits);
  return (name: string, argument?: unknown, signal?: AbortSignal) =>
    isolated.call<unknown>(module, { name, argument }, signal);
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function waitForEnd(pid: number): Promise<void> {
  while (isAlive(pid)) await delay(20);
}

describe('the isolated process', () => {
  it('returns what the function returns, one call after another, in the same process', async () => {
    const call = opened();
    const argument = { bytes: Uint8Array.of(1, 2), text: '\ud800', map: new Map([[1, null]]) };
    const [echo, first, second] = await Promise.all([
      call('echo', argument),
      call('processId'),
      call('processId'),
    ]);
    expect(echo).toEqual(argument);
    expect(first).toBe(second);
    expect(first).not.toBe(process.pid);
  });

  it('throws the error of the function and stays open', async () => {
    const call = opened();
    const pid = await call('processId');
    await expect(call('fail')).rejects.toMatchObject({
      name: 'RangeError',
      message: 'bad input',
      code: 'BAD',
    });
    await expect(call('recurse')).rejects.toThrow('call stack');
    expect(await call('processId')).toBe(pid);
  });

  it.each([
    ['fillHeap', undefined],
    ['fillBuffers', undefined],
    ['allocateAtOnce', undefined],
    ['expand', gzipSync(Buffer.alloc(400_000_000))],
  ])('ends %s above the limit of memory and serves the next call', async (name, argument) => {
    const call = opened({ maxMemoryMb: 250, deadlineMs: 60_000 });
    await expect(call(name, argument)).rejects.toThrow(new LimitError('needs more than 250 MB of memory'));
    expect(await call('count')).toBe(1);
  });

  it('collects garbage before it reaches the limit of memory', async () => {
    const call = opened({ maxMemoryMb: 250, deadlineMs: 60_000 });
    expect(await call('produceGarbage')).toBe(50_000_000);
  });

  it('ends an endless call after the deadline and serves the next call, while timers go on', async () => {
    const call = opened({ deadlineMs: 2000 });
    await call('count');
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await expect(call('loop')).rejects.toThrow('takes longer than 2 seconds');
    clearInterval(timer);
    expect(turns).toBeGreaterThan(50);
    expect(await call('count')).toBe(1);
  });

  it('ends a call whose signal is aborted, and starts none with such a signal', async () => {
    const call = opened();
    const stop = new AbortController();
    const pid = (await call('processId')) as number;
    const endless = call('loop', undefined, stop.signal);
    const waiting = call('echo', 1, stop.signal);
    await delay(100);
    stop.abort(new Error('no longer needed'));
    await expect(endless).rejects.toThrow('no longer needed');
    await expect(waiting).rejects.toThrow('no longer needed');
    await waitForEnd(pid);
    expect(await call('echo', 2)).toBe(2);
  });

  it('reports a function that ends its process', async () => {
    const call = opened();
    await expect(call('exit')).rejects.toThrow('ends the process (3)');
    expect(await call('count')).toBe(1);
  });

  it('does not show errors of the system', async () => {
    const { execPath } = process;
    process.execPath = '/nonexistent/node';
    try {
      await expect(opened()('count')).rejects.toThrow(new LimitError('cannot be read now (ENOENT)'));
    } finally {
      process.execPath = execPath;
    }
  });

  it('has no variables of the environment, which may be secrets', async () => {
    expect(await opened()('environment')).not.toContain('PATH');
  });

  it('ends with the program that started it, even in an endless call', async () => {
    const source = new URL('./isolated-process.ts', import.meta.url);
    const program = `
      import { isolatedProcess } from '${source}';
      const isolated = isolatedProcess();
      const call = (name) => isolated.call('${module}', { name });
      console.log(await call('processId'));
      if (process.argv[1] === 'loop') {
        void call('loop');
        setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500);
      }`;
    const run = promisify(execFile);
    for (const last of ['wait', 'loop']) {
      const flags = ['--input-type=module', '--eval', program, last];
      const { stdout } = await run(process.execPath, flags).catch((error) => error);
      await waitForEnd(Number(stdout));
    }
    isolated = isolatedProcess();
  });

  it('lets its program end after a request that cannot be copied', async () => {
    isolated = isolatedProcess();
    const source = new URL('./isolated-process.ts', import.meta.url);
    const program = `
      import { isolatedProcess } from '${source}';
      await isolatedProcess().call('module', () => 0).catch(({ message }) => console.log(message));`;
    const flags = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, flags, { timeout: 15_000 });
    expect(stdout).toContain('could not be cloned');
  });
});
