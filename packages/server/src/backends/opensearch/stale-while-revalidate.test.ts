import { expect, test } from 'vitest';
import { BackendError } from '../backend-error.ts';
import { lastSeen } from './stale-while-revalidate.ts';

const away = new BackendError('unreachable', 'away');
const ever = 60_000;

/** Looks that end when they are told to. */
function looks() {
  const begun: PromiseWithResolvers<string>[] = [];
  const look = () => {
    const each = Promise.withResolvers<string>();
    begun.push(each);
    return each.promise;
  };
  return { begun, look };
}

async function afterOne(value: string, times: { validity: number; patience: number; trust: number }) {
  const { begun, look } = looks();
  const seen = lastSeen(look, times);
  const first = seen.now();
  begun[0]!.resolve(value);
  expect(await first).toBe(value);
  return { begun, seen };
}

test('what was seen just now is taken for what is', async () => {
  const { begun, seen } = await afterOne('one', { validity: ever, patience: ever, trust: ever });
  expect(await seen.now()).toBe('one');
  expect(seen.fresh()).toBe('one');
  expect(begun).toHaveLength(1);
});

test('later it is looked at again, by one look however many ask', async () => {
  const { begun, seen } = await afterOne('one', { validity: -1, patience: ever, trust: ever });
  expect(seen.fresh()).toBeUndefined();
  const asked = [seen.now(), seen.now(), seen.now()];
  expect(begun).toHaveLength(2);
  begun[1]!.resolve('two');
  expect(await Promise.all(asked)).toEqual(['two', 'two', 'two']);
});

test('a look that hangs is waited for a moment only, and few others are begun beside it', async () => {
  const { begun, seen } = await afterOne('one', { validity: -1, patience: 10, trust: ever });
  for (let round = 0; round < 9; round += 1) expect(await seen.now()).toBe('one');
  expect(begun).toHaveLength(5);
  begun[1]!.resolve('two');
  await begun[1]!.promise;
  expect(await seen.now()).toBe('two');
});

test('where nothing was seen that can be trusted others are begun beside a look that hangs, but few', async () => {
  const { begun, look } = looks();
  const seen = lastSeen(look, { validity: -1, patience: 5, trust: ever });
  const asked = [seen.now(), seen.now()];
  await expect.poll(() => begun.length).toBe(4);
  const given = seen.now(AbortSignal.timeout(50));
  await expect(given).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(begun).toHaveLength(4);
  begun[2]!.resolve('three');
  expect(await Promise.all(asked)).toEqual(['three', 'three']);
});

test('while looks fail in a way that passes what was seen is trusted, but not for ever', async () => {
  for (const [trust, outcome] of [
    [ever, 'one'],
    [-1, away],
  ] as const) {
    const { begun, seen } = await afterOne('one', { validity: -1, patience: ever, trust });
    for (const round of [1, 2]) {
      const asked = seen.now().catch((error: unknown) => error);
      begun[round]!.reject(away);
      expect(await asked).toBe(outcome);
    }
  }
});

test('a look that shows that it is otherwise is believed', async () => {
  const { begun, seen } = await afterOne('one', { validity: -1, patience: ever, trust: ever });
  const refused = new BackendError('credentials', 'no longer');
  for (const error of [refused, away]) {
    const asked = seen.now();
    begun.at(-1)!.reject(error);
    await expect(asked).rejects.toBe(error);
  }
});

test('after a change of our own only a look that begins after it will do', async () => {
  const { begun, seen } = await afterOne('one', { validity: ever, patience: 10, trust: ever });
  seen.changed();
  const before = seen.now();
  seen.changed();
  const after = seen.now();
  expect(begun).toHaveLength(3);
  begun[2]!.resolve('three');
  begun[1]!.resolve('two');
  expect(await Promise.all([before, after])).toEqual(['two', 'three']);
  expect(await seen.now()).toBe('three');
  seen.changed();
  const failing = seen.now();
  begun[3]!.reject(away);
  await expect(failing).rejects.toBe(away);
});
