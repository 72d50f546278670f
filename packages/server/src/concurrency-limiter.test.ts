import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConcurrencyLimiterOptions, concurrencyLimiter } from './concurrency-limiter.ts';

class Rejection extends Error {}

const options: ConcurrencyLimiterOptions = {
  maxConcurrent: 2,
  maxQueued: 100,
  maxWaitMs: 60_000,
  rejection: () => new Rejection(),
};

/** Tasks that complete on demand, in the order in which they started. */
function manualTasks() {
  const started: { name: string; end(): void }[] = [];
  return {
    started,
    names: () => started.map(({ name }) => name).join(''),
    task: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push({ name, end: () => resolve(name) });
      }),
  };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('runs at most the allowed number of tasks, in order of arrival', async () => {
  const { started, names, task } = manualTasks();
  const limiter = concurrencyLimiter(options);
  const all = ['a', 'b', 'c', 'd'].map((name) => limiter.run(task(name)));
  expect(names()).toBe('ab');
  started[1]!.end();
  await nextTurn();
  expect(names()).toBe('abc');
  for (const index of [0, 2, 3]) {
    started[index]!.end();
    await nextTurn();
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('frees the slot of a failed task and rejects its caller', async () => {
  const limiter = concurrencyLimiter({ ...options, maxConcurrent: 1 });
  const failing = limiter.run(() => Promise.reject(new Error('broken')));
  const next = limiter.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('limits the length of the queue', async () => {
  const { task } = manualTasks();
  const limiter = concurrencyLimiter({ ...options, maxQueued: 1 });
  for (const name of ['a', 'b', 'c']) limiter.run(task(name));
  await expect(limiter.run(task('d'))).rejects.toBeInstanceOf(Rejection);
});

test('removes an aborted task from the queue only', async () => {
  const { started, names, task } = manualTasks();
  const limiter = concurrencyLimiter({ ...options, maxConcurrent: 1 });
  const client = new AbortController();
  limiter.run(task('a'));
  const aborted = limiter.run(task('b'), { signal: client.signal });
  limiter.run(task('c'));
  client.abort(new Error('gone'));
  await expect(aborted).rejects.toThrow('gone');
  started[0]!.end();
  await nextTurn();
  expect(names()).toBe('ac');
});

test('rejects the newest tasks that would miss their deadline and keeps the others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { started, names, task } = manualTasks();
  const rejected: string[] = [];
  const limiter = concurrencyLimiter({ ...options, maxConcurrent: 1, maxWaitMs: 500 });
  const submit = (name: string) => void limiter.run(task(name)).catch(() => rejected.push(name));
  for (const name of 'abcdefghijklm') submit(name);
  for (let index = 0; index < 4; index += 1) {
    vi.advanceTimersByTime(100);
    expect(rejected).toEqual([]);
    started[index]!.end();
    await nextTurn();
  }
  // After 400 ms, each queued task takes another 100 ms, so only one can still start within its 500 ms.
  expect([names(), rejected.join('')]).toEqual(['abcde', 'mlkjihg']);
  for (const name of 'uvwxyz') submit(name);
  await nextTurn();
  expect(rejected.join('')).toBe('mlkjihgyz');
});

/** A limiter with one slot. The name of a task starts with the name of its client. */
function submitter(overrides: Partial<ConcurrencyLimiterOptions>) {
  const { started, task } = manualTasks();
  const rejected: string[] = [];
  const limiter = concurrencyLimiter({ ...options, maxConcurrent: 1, ...overrides });
  return {
    rejected,
    submit(name: string) {
      limiter.run(task(name), { client: name[0]! }).catch(() => rejected.push(name));
    },
    /** Completes one task after another; returns the names in the order of their starts. */
    async runAll(): Promise<string[]> {
      for (let index = 0; index < started.length; index += 1) {
        started[index]!.end();
        await nextTurn();
      }
      return started.map(({ name }) => name);
    },
  };
}

test('schedules clients round-robin', async () => {
  const { submit, runAll } = submitter({});
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) submit(name);
  expect(await runAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('rejects the newest task of the longest queue when the queue is full', async () => {
  const { submit, rejected, runAll } = submitter({ maxQueued: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'a6', 'b2', 'b3', 'c1']) submit(name);
  await nextTurn();
  expect(rejected).toEqual(['a5', 'a6', 'a4', 'b3', 'b2']);
  expect(await runAll()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('does not reject a client with few tasks because of others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let client = 'a';
  const { started, names, task } = manualTasks();
  const rejected: string[] = [];
  const limiter = concurrencyLimiter({
    ...options,
    maxConcurrent: 1,
    maxWaitMs: 500,
  });
  const submit = (name: string) => void limiter.run(task(name), { client }).catch(() => rejected.push(name));
  for (const name of 'abcdefghi') submit(name);
  for (let index = 0; index < 4; index += 1) {
    vi.advanceTimersByTime(100);
    started[index]!.end();
    await nextTurn();
  }
  for (const name of 'uvwxyz') submit(name);
  await nextTurn();
  expect(rejected).toContain('z');
  client = 'b';
  submit('B');
  started[4]!.end();
  await nextTurn();
  started[5]!.end();
  await nextTurn();
  expect(names()).toMatch(/^abcde.B$/);
  expect(rejected).not.toContain('B');
});
