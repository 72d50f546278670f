import { expect, onTestFinished, test, vi } from 'vitest';
import { BackendError } from './backend-error.ts';
import { backendCircuitBreaker } from './circuit-breaker.ts';
import { DEFAULT_CIRCUIT_BREAKER } from './circuit-breaker-options.ts';

const never = new AbortController().signal;
const failing = () => Promise.reject(new BackendError('server-error', 'down'));
const kindOf = (pending: Promise<unknown>) =>
  pending.then(
    () => 'answered',
    (error: { kind?: string; name: string }) => error.kind ?? error.name,
  );

test('limits concurrent and queued calls and rejects the rest', async () => {
  let waiting = () => -1;
  const tellWaiting = (count: () => number) => {
    waiting = count;
  };
  const guarded = backendCircuitBreaker({
    ...DEFAULT_CIRCUIT_BREAKER,
    maxConcurrentCalls: 2,
    maxQueuedCalls: 1,
    observeQueue: tellWaiting,
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  let begun = 0;
  const call = () => {
    begun += 1;
    return promise;
  };
  const pending = [1, 2, 3].map(() => guarded.run(call, never, false));
  expect(await kindOf(guarded.run(call, never, false))).toBe('overloaded');
  expect([begun, waiting()]).toEqual([2, 1]);
  resolve('done');
  expect(await Promise.all(pending)).toEqual(['done', 'done', 'done']);
  expect([begun, waiting()]).toEqual([3, 0]);
});

test('rejections by the bulkhead do not open the circuit', async () => {
  const guarded = backendCircuitBreaker({
    maxConcurrentCalls: 1,
    maxQueuedCalls: 0,
    failureThreshold: 2,
    resetTimeoutMs: 60_000,
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = guarded.run(() => promise, never, false);
  for (let round = 0; round < 9; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.isClosed()).toBe(true);
  resolve();
  await first;
});

test('one call probes a failed service while the others are rejected until it succeeds', async () => {
  const guarded = backendCircuitBreaker({
    ...DEFAULT_CIRCUIT_BREAKER,
    failureThreshold: 2,
    resetTimeoutMs: 0,
  });
  for (let round = 0; round < 2; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.isClosed()).toBe(false);
  const { promise, resolve } = Promise.withResolvers<string>();
  const probe = guarded.run(() => promise, never, false);
  expect(await kindOf(guarded.run(failing, never, false))).toBe('circuit-open');
  resolve('back');
  expect(await probe).toBe('back');
  expect(guarded.isClosed()).toBe(true);
});

test('the circuit half-opens after its timeout even if the clock is set back', async () => {
  const { now } = Date;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 365 * 86_400_000);
  onTestFinished(() => void vi.restoreAllMocks());
  const guarded = backendCircuitBreaker({
    ...DEFAULT_CIRCUIT_BREAKER,
    failureThreshold: 2,
    resetTimeoutMs: 50,
  });
  for (let round = 0; round < 2; round += 1) await kindOf(guarded.run(failing, never, false));
  expect(guarded.isOpen()).toBe(true);
  vi.restoreAllMocks();
  await expect.poll(() => guarded.isOpen()).toBe(false);
  await kindOf(guarded.run(failing, never, false));
  expect(await guarded.run(async () => 'back', never, false)).toBe('back');
});

test('each part of a service has its own circuit', async () => {
  const guarded = backendCircuitBreaker({
    ...DEFAULT_CIRCUIT_BREAKER,
    failureThreshold: 2,
    resetTimeoutMs: 60_000,
  });
  const well = async () => 'well';
  for (let round = 0; round < 2; round += 1) {
    expect(await guarded.run(well, never, false, 'looks')).toBe('well');
    await kindOf(guarded.run(failing, never, false, 'searches'));
  }
  expect(await kindOf(guarded.run(well, never, false, 'searches'))).toBe('circuit-open');
  expect(await guarded.run(well, never, false, 'looks')).toBe('well');
  expect(guarded.isClosed()).toBe(false);
});

test('an aborted probe does not close the circuit', async () => {
  const guarded = backendCircuitBreaker({
    ...DEFAULT_CIRCUIT_BREAKER,
    failureThreshold: 1,
    resetTimeoutMs: 0,
  });
  await kindOf(guarded.run(failing, never, false));
  const gone = new DOMException('gone', 'AbortError');
  expect(await kindOf(guarded.run(() => Promise.reject(gone), never, false))).toBe('AbortError');
  expect(guarded.isClosed()).toBe(false);
});

test('retries only idempotent calls, and only after connection failures', async () => {
  const guarded = backendCircuitBreaker(DEFAULT_CIRCUIT_BREAKER);
  let calls = 0;
  const broken = (kind: 'unreachable' | 'server-error') => () => {
    calls += 1;
    return Promise.reject(new BackendError(kind, 'gone'));
  };
  await kindOf(guarded.run(broken('unreachable'), never, true));
  expect(calls).toBe(2);
  await kindOf(guarded.run(broken('unreachable'), never, false));
  expect(calls).toBe(3);
  await kindOf(guarded.run(broken('server-error'), never, true));
  expect(calls).toBe(4);
});
