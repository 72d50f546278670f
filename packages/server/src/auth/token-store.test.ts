import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTokenStore, type TokenStore } from './token-store.ts';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'tokens-'));
});

afterEach(() => rm(directory, { recursive: true }));

const token = (jti: string, change: object = {}) => ({
  jti,
  name: 'page',
  configurations: [1],
  origins: ['https://example.org'],
  issued: '2026-01-01T00:00:00.000Z',
  expires: '2999-01-01T00:00:00.000Z',
  ...change,
});

const path = () => join(directory, 'tokens.json');

test('picks up tokens that another process issued or revoked', async () => {
  const [server, commandLine] = [await openTokenStore(directory), await openTokenStore(directory)];
  await commandLine.record(token('a'));
  server.refresh();
  expect(server.allowsOrigin('https://example.org')).toBe(true);
  await commandLine.revoke('a');
  server.refresh();
  expect(server.isRevoked('a')).toBe(true);
  expect(server.allowsOrigin('https://example.org')).toBe(false);
});

describe('a file that has become unreadable', () => {
  const faults: [string, () => Promise<unknown>][] = [
    ['is damaged', () => writeFile(path(), '{"issued":[')],
    ['has a byte changed', async () => writeFile(path(), (await text()).replace('"a"', '"b"'))],
    ['was taken away', () => rm(path())],
    ['is no file', () => rm(path()).then(() => mkdir(path()))],
  ];
  const text = () => readFile(path(), 'utf8');
  let store: TokenStore;

  beforeEach(async () => {
    store = await openTokenStore(directory);
    await store.record(token('a'));
    await store.revoke('a');
  });

  test.each(faults)(
    'because it %s changes nothing, is reported, and ends when the file is back',
    async (_how, fault) => {
      const intact = await text();
      await fault();
      store.refresh();
      expect(store.unavailableReason()).not.toBeNull();
      expect(store.isRevoked('a')).toBe(true);
      expect(store.list()).toEqual([token('a')]);
      await rm(path(), { recursive: true, force: true });
      await writeFile(path(), intact);
      store.refresh();
      expect(store.unavailableReason()).toBeNull();
    },
  );

  test('is restored with the next change and keeps revocations', async () => {
    await rm(path());
    await store.record(token('c'));
    expect(store.unavailableReason()).toBeNull();
    const again = await openTokenStore(directory);
    expect(again.isRevoked('a')).toBe(true);
    expect(again.list().map(({ jti }) => jti)).toEqual(['a', 'c']);
  });
});

test.skipIf(process.getuid?.() !== 0)('files that root writes keep their owner', async () => {
  await chown(directory, 4321, 4321);
  const store = await openTokenStore(directory);
  await store.record(token('a'));
  expect(await stat(path())).toMatchObject({ uid: 4321, gid: 4321 });
  await chown(path(), 4322, 4323);
  await store.revoke('a');
  expect(await stat(path())).toMatchObject({ uid: 4322, gid: 4323 });
});

test('loses nothing with many writers in two processes', async () => {
  const stores = [await openTokenStore(directory), await openTokenStore(directory)];
  const jtis = Array.from({ length: 20 }, (_, index) => `t${index}`);
  await Promise.all(jtis.map((jti, index) => stores[index % 2]?.record(token(jti))));
  const again = await openTokenStore(directory);
  expect(
    again
      .list()
      .map(({ jti }) => jti)
      .sort(),
  ).toEqual([...jtis].sort());
});

/** A write at this time of the clock. */
async function writeAt(store: TokenStore, day: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(day) });
  await store.record(token(`written at ${day}`, { expires: '2999-01-01T00:00:00.000Z' }));
  vi.useRealTimers();
}

test('forgets the origins of expired tokens at once, and the tokens a month later', async () => {
  const store = await openTokenStore(directory);
  await store.record(token('old', { expires: '2020-01-01T00:00:00.000Z' }));
  expect(store.allowsOrigin('https://example.org')).toBe(false);
  expect(store.list()).toEqual([]);
  const stored = () => readFile(join(directory, 'tokens.json'), 'utf8');
  await writeAt(store, '2900-01-01');
  expect(await stored()).not.toContain('"old"');
});

test('deletes a revocation a month after the token expired, and never without a known expiry', async () => {
  const store = await openTokenStore(directory);
  await store.record(token('a', { expires: '2997-01-01T00:00:00.000Z' }));
  await store.revoke('a');
  await store.revoke('of a person');
  await store.revoke('of a person seen here', '2997-01-01T00:00:00.000Z');
  const kept = async (day: string) => {
    await writeAt(store, day);
    const again = await openTokenStore(directory);
    return ['a', 'of a person', 'of a person seen here'].filter((jti) => again.isRevoked(jti));
  };
  expect(await kept('2997-01-02T12:00:00Z')).toEqual(['a', 'of a person', 'of a person seen here']);
  expect(await kept('2997-01-31T12:00:00Z')).toEqual(['a', 'of a person', 'of a person seen here']);
  expect(await kept('2997-02-02T12:00:00Z')).toEqual(['of a person']);
});

test('a clock that was ahead for days neither makes revoked tokens valid nor loses issued ones', async () => {
  const store = await openTokenStore(directory);
  const expires = '2997-01-01T00:00:00.000Z';
  await store.record(token('a', { expires }));
  await store.record(token('b', { expires }));
  await store.revoke('a');
  for (const day of ['2998-01-01', '2998-01-07', '2996-12-01', '2998-02-07']) await writeAt(store, day);
  const again = await openTokenStore(directory);
  expect(again.isRevoked('a')).toBe(true);
  expect(again.list().map(({ jti }) => jti)).toContain('b');
});

test('allows an origin until its last token expires', async () => {
  const store = await openTokenStore(directory);
  await store.record(token('a', { expires: '2997-01-01T00:00:00.000Z' }));
  await store.record(token('b'));
  const isAllowed = () => store.allowsOrigin(token('b').origins[0]!);
  expect(isAllowed()).toBe(true);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2998-06-01') });
  expect(isAllowed()).toBe(true);
  vi.setSystemTime(Date.parse('2999-06-01'));
  expect(isAllowed()).toBe(false);
  vi.useRealTimers();
});

test('does not start with a damaged file, so that revocations hold', async () => {
  await writeFile(join(directory, 'tokens.json'), '{"issued":[');
  await expect(openTokenStore(directory)).rejects.toThrow(/tokens\.json is damaged/);
});
