import { expect, onTestFinished, test, vi } from 'vitest';
import { type ConcurrencyLimiterOptions, concurrencyLimiter } from './concurrency-limiter.ts';

class TooLong extends Error {}

const options: ConcurrencyLimiterOptions = {
  maxConcurrent: 2,
  maxQueued: 100,
  maxWaitMs: 60_000,
  rejection: () => new TooLong(),
};

/** Tasks that complete on demand, in the order in which they started. */
function work() {
  const begun: { name: string; end(): void }[] = [];
  return {
    begun,
    names: () => begun.map(({ name }) => name).join(''),
    on: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push({ name, end: () => resolve(name) });
      }),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs at most the allowed number of tasks, in order of arrival', async () => {
  const { begun, names, on } = work();
  const line = concurrencyLimiter(options);
  const all = ['a', 'b', 'c', 'd'].map((name) => line.run(on(name)));
  expect(names()).toBe('ab');
  begun[1]!.end();
  await settled();
  expect(names()).toBe('abc');
  for (const index of [0, 2, 3]) {
    begun[index]!.end();
    await settled();
  }
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

test('frees the slot of a failed task and rejects its caller', async () => {
  const line = concurrencyLimiter({ ...options, maxConcurrent: 1 });
  const failing = line.run(() => Promise.reject(new Error('broken')));
  const next = line.run(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

test('limits the length of the queue', async () => {
  const { on } = work();
  const line = concurrencyLimiter({ ...options, maxQueued: 1 });
  for (const name of ['a', 'b', 'c']) line.run(on(name));
  await expect(line.run(on('d'))).rejects.toBeInstanceOf(TooLong);
});

test('removes an aborted task from the queue only', async () => {
  const { begun, names, on } = work();
  const line = concurrencyLimiter({ ...options, maxConcurrent: 1 });
  const client = new AbortController();
  line.run(on('a'));
  const gone = line.run(on('b'), { signal: client.signal });
  line.run(on('c'));
  client.abort(new Error('gone'));
  await expect(gone).rejects.toThrow('gone');
  begun[0]!.end();
  await settled();
  expect(names()).toBe('ac');
});

test('rejects the newest tasks that would miss their deadline and keeps the others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { begun, names, on } = work();
  const refused: string[] = [];
  const line = concurrencyLimiter({ ...options, maxConcurrent: 1, maxWaitMs: 500 });
  const ask = (name: string) => void line.run(on(name)).catch(() => refused.push(name));
  for (const name of 'abcdefghijklm') ask(name);
  for (let index = 0; index < 4; index += 1) {
    vi.advanceTimersByTime(100);
    expect(refused).toEqual([]);
    begun[index]!.end();
    await settled();
  }
  // The first who wait have waited for 400 ms and each will for 100 more; what is left of the 500 is for one of them.
  expect([names(), refused.join('')]).toEqual(['abcde', 'mlkjihg']);
  for (const name of 'uvwxyz') ask(name);
  await settled();
  expect(refused.join('')).toBe('mlkjihgyz');
});

/** A limiter with one slot; `ask` submits a task named after its client and a number. */
function shared(given: Partial<ConcurrencyLimiterOptions>) {
  const { begun, on } = work();
  const refused: string[] = [];
  const line = concurrencyLimiter({ ...options, maxConcurrent: 1, ...given });
  return {
    refused,
    ask(name: string) {
      line.run(on(name), { client: name[0]! }).catch(() => refused.push(name));
    },
    /** Of all that is begun until nothing waits. */
    async inOrder(): Promise<string[]> {
      for (let index = 0; index < begun.length; index += 1) {
        begun[index]!.end();
        await settled();
      }
      return begun.map(({ name }) => name);
    },
  };
}

test('schedules clients round-robin', async () => {
  const { ask, inOrder } = shared({});
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name);
  expect(await inOrder()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('rejects the newest task of the longest queue when the queue is full', async () => {
  const { ask, refused, inOrder } = shared({ maxQueued: 4 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'a6', 'b2', 'b3', 'c1']) ask(name);
  await settled();
  expect(refused).toEqual(['a5', 'a6', 'a4', 'b3', 'b2']);
  expect(await inOrder()).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
});

test('does not reject a client with few tasks because of others', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let client = 'a';
  const { begun, names, on } = work();
  const refused: string[] = [];
  const line = concurrencyLimiter({
    ...options,
    maxConcurrent: 1,
    maxWaitMs: 500,
  });
  const ask = (name: string) => void line.run(on(name), { client }).catch(() => refused.push(name));
  for (const name of 'abcdefghi') ask(name);
  for (let index = 0; index < 4; index += 1) {
    vi.advanceTimersByTime(100);
    begun[index]!.end();
    await settled();
  }
  for (const name of 'uvwxyz') ask(name);
  await settled();
  expect(refused).toContain('z');
  client = 'b';
  ask('B');
  begun[4]!.end();
  await settled();
  begun[5]!.end();
  await settled();
  expect(names()).toMatch(/^abcde.B$/);
  expect(refused).not.toContain('B');
});
