import { expect, onTestFinished, test, vi } from 'vitest';
import { BackendError } from './backend-error.ts';
import { backendCircuitBreaker, DEFAULT_CIRCUIT_BREAKER } from './circuit-breaker.ts';

const never = new AbortController().signal;
const failing = () => Promise.reject(new BackendError('failing', 'down'));
const kindOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { kind?: string; name: string }) => error.kind ?? error.name,
  );

test('so many calls at a time, so many in line, and no more', async () => {
  let waiting = () => -1;
  const tellWaiting = (count: () => number) => {
    waiting = count;
  };
  const guarded = backendCircuitBreaker({ ...DEFAULT_CIRCUIT_BREAKER, calls: 2, waiting: 1, tellWaiting });
  const { promise, resolve } = Promise.withResolvers<string>();
  let begun = 0;
  const call = () => {
    begun += 1;
    return promise;
  };
  const asked = [1, 2, 3].map(() => guarded.run(call, never, false));
  expect(await kindOf(guarded.run(call, never, false))).toBe('overloaded');
  expect([begun, waiting()]).toEqual([2, 1]);
  resolve('done');
  expect(await Promise.all(asked)).toEqual(['done', 'done', 'done']);
  expect([begun, waiting()]).toEqual([3, 0]);
});

test('turning callers away does not open the circuit', async () => {
  const guarded = backendCircuitBreaker({ calls: 1, waiting: 0, failures: 2, rest: 60_000 });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = guarded.run(() => promise, never, false);
  for (let round = 0; round < 9; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.closed()).toBe(true);
  resolve();
  await first;
});

test('one call probes a service that failed; the others are turned away until it is back', async () => {
  const guarded = backendCircuitBreaker({ ...DEFAULT_CIRCUIT_BREAKER, failures: 2, rest: 0 });
  for (let round = 0; round < 2; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.closed()).toBe(false);
  const { promise, resolve } = Promise.withResolvers<string>();
  const probe = guarded.run(() => promise, never, false);
  expect(await kindOf(guarded.run(failing, never, false))).toBe('resting');
  resolve('back');
  expect(await probe).toBe('back');
  expect(guarded.closed()).toBe(true);
});

test('a service that nobody asks any more does not rest for ever, nor while the clock is set back', async () => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 365 * 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const guarded = backendCircuitBreaker({ ...DEFAULT_CIRCUIT_BREAKER, failures: 2, rest: 50 });
  for (let round = 0; round < 2; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.resting()).toBe(true);
  vi.restoreAllMocks();
  await expect.poll(() => guarded.resting()).toBe(false);
  await kindOf(guarded.run(failing, never, false));
  expect(await guarded.run(async () => 'back', never, false)).toBe('back');
});

test('a part that answers says nothing of another that does not', async () => {
  const guarded = backendCircuitBreaker({ ...DEFAULT_CIRCUIT_BREAKER, failures: 2, rest: 60_000 });
  const well = async () => 'well';
  for (let round = 0; round < 2; round += 1) {
    expect(await guarded.run(well, never, false, 'looks')).toBe('well');
    await kindOf(guarded.run(failing, never, false, 'searches'));
  }
  expect(await kindOf(guarded.run(well, never, false, 'searches'))).toBe('resting');
  expect(await guarded.run(well, never, false, 'looks')).toBe('well');
  expect(guarded.closed()).toBe(false);
});

test('a probe that its caller gave up closes nothing', async () => {
  const guarded = backendCircuitBreaker({ ...DEFAULT_CIRCUIT_BREAKER, failures: 1, rest: 0 });
  await kindOf(guarded.run(failing, never, false));
  const gone = new DOMException('gone', 'AbortError');
  expect(await kindOf(guarded.run(() => Promise.reject(gone), never, false))).toBe('AbortError');
  expect(guarded.closed()).toBe(false);
});

test('only what may be repeated is tried once more, and only where the connection failed', async () => {
  const guarded = backendCircuitBreaker(DEFAULT_CIRCUIT_BREAKER);
  let calls = 0;
  const broken = (kind: 'unreachable' | 'failing') => () => {
    calls += 1;
    return Promise.reject(new BackendError(kind, 'gone'));
  };
  await kindOf(guarded.run(broken('unreachable'), never, true));
  expect(calls).toBe(2);
  await kindOf(guarded.run(broken('unreachable'), never, false));
  expect(calls).toBe(3);
  await kindOf(guarded.run(broken('failing'), never, true));
  expect(calls).toBe(4);
});
