import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { smallContent } from '../../test/support/server.ts';
import { type Authority, openAuthority } from '../auth/authority.ts';
import { openTokenStore } from '../auth/token-store.ts';
import { startServer } from '../server.ts';
import { serverSettings } from '../settings/server-settings.ts';
import { ownPages } from './own-pages.ts';
import { pageToken } from './page-token.ts';
import { staticFile } from './static-files.ts';

let directory: string;
let authority: Authority;
const settings = (more: Record<string, string> = {}) =>
  serverSettings({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, LOG_LEVEL: 'silent', ...more });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'page-token-'));
  authority = await openAuthority(settings(), await openTokenStore(directory));
});

afterEach(() => {
  vi.useRealTimers();
  return rm(directory, { recursive: true });
});

const pages = (origin = 'https://example.org') => pageToken({ ...authority, origins: () => [origin] });
const listed = () => authority.tokens.list().length;

test('reuses a recorded token after a restart', async () => {
  const token = await pages().for([1]);
  expect(await pages().for([1])).toBe(token);
  expect(listed()).toBe(1);
});

test('issues one token for concurrent visitors', async () => {
  const page = pages();
  const tokens = await Promise.all([1, 2, 3].map(() => page.for([1])));
  expect(new Set(tokens).size).toBe(1);
  expect(listed()).toBe(1);
});

test('issues another token for other configurations, origins or names', async () => {
  const { issuer } = authority;
  const wish = { configurations: [1], origins: ['https://example.org'], lifetime: 604_800 };
  const foreign = await issuer.publishable({ ...wish, name: 'shop' });
  const tokens = [
    foreign.token,
    await pages().for([1]),
    await pages().for([1, 2]),
    await pages('https://other.test').for([1]),
  ];
  expect(new Set(tokens).size).toBe(4);
  expect(listed()).toBe(4);
});

test('replaces a token of a clock that was ahead', async () => {
  const page = pages();
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 86_400_000 });
  const future = await page.for([1]);
  vi.setSystemTime(now);
  expect(await page.for([1])).not.toBe(future);
  expect(await pages().for([1])).not.toBe(future);
});

test('replaces a token that was revoked or is past half of its lifetime', async () => {
  const page = pages();
  const tokens = [await page.for([1])];
  await authority.tokens.revoke(authority.tokens.list()[0]!.jti);
  tokens.push(await page.for([1]));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 86_400_000 });
  tokens.push(await page.for([1]));
  expect(new Set(tokens).size).toBe(3);
});

test('limits the pages per address and minute', async () => {
  const server = await startServer(
    settings({ REQUESTS_PER_MINUTE_AND_ADDRESS: '2' }),
    async () => smallContent,
    async (_settings, sources) => [
      ownPages({
        origin: null,
        configurations: sources.configurations,
        token: pageToken(sources),
        studio: new Map([['index.html', staticFile('index.html', Buffer.from('"__START__"'))]]),
        widgets: new Map([['widget.js', staticFile('widget.js', Buffer.from('export {}'))]]),
        demo: new Map([['index.html', staticFile('index.html', Buffer.from('__TOKEN__'))]]),
      }),
    ],
  );
  const statuses: number[] = [];
  const paths = ['/', '/widget.js', '/demo/index.html', '/health', '/demo/', '/', '/widget.js', '/health'];
  for (const path of paths) statuses.push((await fetch(server.url + path)).status);
  await server.close();
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200, 200]);
});
