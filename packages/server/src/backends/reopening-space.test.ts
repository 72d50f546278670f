import type { WritableSpace } from '@semantic-search/engine';
import { expect, test } from 'vitest';
import { reopeningSpace } from './reopening-space.ts';

/** Counts its calls; rejects calls after `close`. */
function testSpace(name: string, log: string[]) {
  let isClosed = false;
  const call = async (method: string) => {
    if (isClosed) throw new Error(`${name} is closed`);
    log.push(`${name} ${method}`);
    if (method === 'close') isClosed = true;
    return `${method} of ${name}`;
  };
  const space = { describe: () => call('describe'), train: () => call('train'), close: () => call('close') };
  return space as unknown as WritableSpace;
}

test('concurrent calls of a suspended space reopen it once, after it is closed', async () => {
  const log: string[] = [];
  const { space, suspend, isSuspended } = reopeningSpace(testSpace('one', log), async () => {
    log.push('reopen');
    return testSpace('two', log);
  });
  suspend();
  expect(isSuspended()).toBe(true);
  expect(await Promise.all([space.train(), space.train()])).toEqual(['train of two', 'train of two']);
  expect(isSuspended()).toBe(false);
  expect(log).toEqual(['one describe', 'one close', 'reopen', 'two train', 'two train']);
});

test('a suspended space is described without reopening it', async () => {
  const log: string[] = [];
  const { space, suspend } = reopeningSpace(testSpace('one', log), () => expect.unreachable());
  suspend();
  expect(await space.describe()).toBe('describe of one');
});

test('after a failed reopening, all calls reject with its error, and close resolves', async () => {
  let attempts = 0;
  const reopening = reopeningSpace(testSpace('one', []), async () => {
    attempts += 1;
    throw new Error('no disk');
  });
  reopening.suspend();
  const { space } = reopening;
  const calls = await Promise.allSettled([space.train(), space.close(), space.train()]);
  expect(calls.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
  await expect(space.train()).rejects.toThrow();
  expect(attempts).toBe(1);
});

test('a closed space is not reopened', async () => {
  const { space, suspend } = reopeningSpace(testSpace('one', []), () => expect.unreachable());
  suspend();
  await space.close();
  await expect(space.train()).rejects.toThrow('one is closed');
});

test('a space is idle from the end of its last call', async () => {
  const { space, idleSince } = reopeningSpace(testSpace('one', []), () => expect.unreachable());
  const opened = idleSince()!;
  const call = space.train();
  expect(idleSince()).toBeUndefined();
  await call;
  expect(idleSince()).toBeGreaterThanOrEqual(opened);
});
