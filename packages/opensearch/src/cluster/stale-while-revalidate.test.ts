import { BackendError } from '@semantic-search/server/backends';
import { expect, test } from 'vitest';
import { staleWhileRevalidate } from './stale-while-revalidate.ts';

const away = new BackendError('unreachable', 'away');
const ever = 60_000;

/** Loads that complete on demand. */
function looks() {
  const begun: PromiseWithResolvers<string>[] = [];
  const look = () => {
    const each = Promise.withResolvers<string>();
    begun.push(each);
    return each.promise;
  };
  return { begun, look };
}

async function afterOne(
  value: string,
  times: { freshMs: number; refreshWaitMs: number; maxStaleMs: number },
) {
  const { begun, look } = looks();
  const seen = staleWhileRevalidate(look, times);
  const first = seen.get();
  begun[0]!.resolve(value);
  expect(await first).toBe(value);
  return { begun, seen };
}

test('returns a fresh value without a load', async () => {
  const { begun, seen } = await afterOne('one', { freshMs: ever, refreshWaitMs: ever, maxStaleMs: ever });
  expect(await seen.get()).toBe('one');
  expect(seen.peek()).toBe('one');
  expect(begun).toHaveLength(1);
});

test('concurrent readers of an outdated value share one load', async () => {
  const { begun, seen } = await afterOne('one', { freshMs: -1, refreshWaitMs: ever, maxStaleMs: ever });
  expect(seen.peek()).toBeUndefined();
  const pending = [seen.get(), seen.get(), seen.get()];
  expect(begun).toHaveLength(2);
  begun[1]!.resolve('two');
  expect(await Promise.all(pending)).toEqual(['two', 'two', 'two']);
});

test('returns the stale value while a load hangs, and starts few further loads', async () => {
  const { begun, seen } = await afterOne('one', { freshMs: -1, refreshWaitMs: 10, maxStaleMs: ever });
  for (let round = 0; round < 9; round += 1) expect(await seen.get()).toBe('one');
  expect(begun).toHaveLength(5);
  begun[1]!.resolve('two');
  await begun[1]!.promise;
  expect(await seen.get()).toBe('two');
});

test('without a trusted value, starts few further loads while one hangs', async () => {
  const { begun, look } = looks();
  const seen = staleWhileRevalidate(look, { freshMs: -1, refreshWaitMs: 5, maxStaleMs: ever });
  const pending = [seen.get(), seen.get()];
  await expect.poll(() => begun.length).toBe(4);
  const given = seen.get(AbortSignal.timeout(50));
  await expect(given).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(begun).toHaveLength(4);
  begun[2]!.resolve('three');
  expect(await Promise.all(pending)).toEqual(['three', 'three']);
});

test('trusts a stale value during transient errors, but not forever', async () => {
  for (const [maxStaleMs, outcome] of [
    [ever, 'one'],
    [-1, away],
  ] as const) {
    const { begun, seen } = await afterOne('one', { freshMs: -1, refreshWaitMs: ever, maxStaleMs });
    for (const round of [1, 2]) {
      const pending = seen.get().catch((error: unknown) => error);
      begun[round]!.reject(away);
      expect(await pending).toBe(outcome);
    }
  }
});

test('a definite error invalidates the value', async () => {
  const { begun, seen } = await afterOne('one', { freshMs: -1, refreshWaitMs: ever, maxStaleMs: ever });
  const refused = new BackendError('credentials', 'no longer');
  for (const error of [refused, away]) {
    const pending = seen.get();
    begun.at(-1)!.reject(error);
    await expect(pending).rejects.toBe(error);
  }
});

test('after invalidation, accepts only loads that start later', async () => {
  const { begun, seen } = await afterOne('one', { freshMs: ever, refreshWaitMs: 10, maxStaleMs: ever });
  seen.invalidate();
  const before = seen.get();
  seen.invalidate();
  const after = seen.get();
  expect(begun).toHaveLength(3);
  begun[2]!.resolve('three');
  begun[1]!.resolve('two');
  expect(await Promise.all([before, after])).toEqual(['two', 'three']);
  expect(await seen.get()).toBe('three');
  seen.invalidate();
  const failing = seen.get();
  begun[3]!.reject(away);
  await expect(failing).rejects.toBe(away);
});
