import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTokenStore } from './token-store.ts';

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

test('what one process records and revokes, another that runs beside it takes in', async () => {
  const [server, commandLine] = [await openTokenStore(directory), await openTokenStore(directory)];
  await commandLine.record(token('a'));
  await expect.poll(() => server.knowsOrigin('https://example.org')).toBe(true);
  await commandLine.revoke('a');
  await expect.poll(() => server.isRevoked('a')).toBe(true);
  expect(server.knowsOrigin('https://example.org')).toBe(false);
});

test('many writers in two processes lose nothing', async () => {
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

test('tokens that have ended open no preflight and are forgotten', async () => {
  const store = await openTokenStore(directory);
  await store.record(token('old', { expires: '2020-01-01T00:00:00.000Z' }));
  expect(store.knowsOrigin('https://example.org')).toBe(false);
  await store.record(token('new', { origins: ['https://other.test'] }));
  expect(await readFile(join(directory, 'tokens.json'), 'utf8')).not.toContain('"old"');
});

test('a damaged file keeps the server from starting, so that no revoked token lives again', async () => {
  await writeFile(join(directory, 'tokens.json'), '{"issued":[');
  await expect(openTokenStore(directory)).rejects.toThrow(/tokens\.json is damaged/);
});
