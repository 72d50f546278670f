import { chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTokenStore, tokensFile } from './token-file.ts';
import type { TokenStore } from './token-store.ts';

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

test.skipIf(process.getuid?.() !== 0)('files that root writes keep their owner', async () => {
  await chown(directory, 4321, 4321);
  const store = await openTokenStore(directory);
  await store.record(token('a'));
  expect(await stat(path())).toMatchObject({ uid: 4321, gid: 4321 });
  await chown(path(), 4322, 4323);
  await store.revoke('a');
  expect(await stat(path())).toMatchObject({ uid: 4322, gid: 4323 });
});

test('loses nothing with many concurrent writes', async () => {
  const store = await openTokenStore(directory);
  const jtis = Array.from({ length: 20 }, (_, index) => `t${index}`);
  await Promise.all(jtis.map((jti) => store.record(token(jti))));
  const again = await openTokenStore(directory);
  expect(again.list().map(({ jti }) => jti)).toEqual(jtis);
});

/** A write at this time of the clock. */
async function writeAt(store: TokenStore, day: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(day) });
  await store.record(token(`written at ${day}`, { expires: '2999-01-01T00:00:00.000Z' }));
  vi.useRealTimers();
}

test('forgets the origins of expired tokens at once', async () => {
  const store = await openTokenStore(directory);
  await store.record(token('old', { expires: '2020-01-01T00:00:00.000Z' }));
  expect(store.allowsOrigin('https://example.org')).toBe(false);
  expect(store.list()).toEqual([]);
});

test.each([
  ['ahead by 30 and 60 days', ['2997-02-01', '2997-04-01', '2996-12-01']],
  ['ahead for years, with a restart at each write', ['2998-01-01', '3050-01-01', '3050-03-01', '2996-12-01']],
  ['ahead, back, and ahead again', ['2998-01-01', '2998-01-07', '2996-12-01', '2998-02-07', '2996-12-02']],
  ['behind for years', ['1970-01-01', '2026-01-01']],
])('a clock that was %s keeps revoked tokens revoked and issued ones listed', async (_how, days) => {
  let store = await openTokenStore(directory);
  const expires = '2997-01-01T00:00:00.000Z';
  for (const jti of ['a', 'b']) await store.record(token(jti, { expires }));
  await store.revoke('a');
  await store.revoke('of a person', expires);
  await store.revoke('of another issuer');
  for (const day of days) {
    await writeAt(store, day);
    store = await openTokenStore(directory);
  }
  for (const jti of ['a', 'of a person', 'of another issuer']) expect(store.isRevoked(jti), jti).toBe(true);
  expect(store.list().map(({ jti }) => jti)).toContain('b');
});

test('keeps the 1,000 expired entries that expired last, and all others', async () => {
  const dayOf = (number: number) => new Date(Date.UTC(2000, 0, 1 + number)).toISOString();
  const issued = Array.from({ length: 1500 }, (_, number) => token(`t${number}`, { expires: dayOf(number) }));
  const valid = token('valid', { expires: '2999-01-01T00:00:00.000Z' });
  const revoked = [...issued, valid].map(({ jti, expires }) => ({ jti, date: dayOf(0), expires }));
  await tokensFile(directory).write({ issued: [...issued, valid], revoked });
  const store = await openTokenStore(directory);
  await store.revoke('new');
  const again = await openTokenStore(directory);
  const known = ['t0', 't499', 't500', 't1499', 'valid', 'new'].filter((jti) => again.isRevoked(jti));
  expect(known).toEqual(['t500', 't1499', 'valid', 'new']);
  expect(JSON.parse(await readFile(path(), 'utf8')).issued).toHaveLength(1001);
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

describe('the day of the last use', () => {
  const listed = async () => (await openTokenStore(directory)).list();
  const program = (jti: string, issued = '2026-01-01T00:00:00.000Z') =>
    token(jti, { configurations: [], scopes: ['spaces:write'], issued, expires: '2026-01-02T00:00:00.000Z' });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('is saved in batches, at most once a day', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setInterval', 'clearInterval'],
      now: Date.parse('2026-01-01T10:00Z'),
    });
    const store = await openTokenStore(directory);
    for (const jti of ['a', 'b', 'c']) await store.record(token(jti));
    // A write replaces the file.
    const written = async () => (await stat(path())).ino;
    const before = await written();
    for (let use = 0; use < 100; use++) for (const jti of ['a', 'b']) store.use(jti, () => token(jti));
    expect(store.list().map(({ used }) => used)).toEqual(['2026-01-01', '2026-01-01', undefined]);
    expect(await written()).toBe(before);
    await store.saveUses();
    const once = await written();
    expect(once).not.toBe(before);
    expect((await listed()).map(({ jti, used }) => [jti, used])).toEqual([
      ['a', '2026-01-01'],
      ['b', '2026-01-01'],
      ['c', undefined],
    ]);
    store.use('a', () => token('a'));
    await store.saveUses();
    expect(await written()).toBe(once);
    vi.setSystemTime(Date.parse('2026-01-02T00:01Z'));
    store.use('a', () => token('a'));
    await store.close();
    expect((await listed())[0]).toMatchObject({ jti: 'a', used: '2026-01-02' });
  });

  test('lists access tokens of long life, and no others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-01T23:00Z') });
    const store = await openTokenStore(directory);
    store.use('long', () => program('long'));
    store.use('session', () => program('session', '2026-01-01T16:00:00.000Z'));
    store.use('page of this server', () => token('page of this server'));
    await store.close();
    expect(await listed()).toEqual([{ ...program('long'), used: '2026-01-01' }]);
  });

  test('waits for a disk that works', async () => {
    const store = await openTokenStore(directory);
    await store.record(token('a'));
    store.use('a', () => token('a'));
    const blocker = join(directory, 'tokens.json.new');
    await mkdir(blocker);
    await store.saveUses();
    expect((await listed())[0]).not.toHaveProperty('used');
    await rm(blocker, { recursive: true });
    await store.saveUses();
    expect((await listed())[0]).toHaveProperty('used');
  });
});

test.each(['{"issued":[', '{}', '[]', 'null', '{"issued":[],"revoked":[{}]}'])(
  'does not start with the damaged file %s, so that revocations hold',
  async (content) => {
    await writeFile(path(), content);
    await expect(openTokenStore(directory)).rejects.toThrow(/tokens\.json is damaged/);
  },
);
