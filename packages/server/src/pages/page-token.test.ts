import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Router from '@koa/router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { smallContent } from '../../test/support/server.ts';
import { type Authority, openAuthority } from '../auth/authority.ts';
import { openTokenStore } from '../auth/token-file.ts';
import { startServer } from '../server.ts';
import { parseSettings } from '../settings/server-settings.ts';
import { ownPages } from './own-pages.ts';
import { pageTokenIssuer } from './page-token.ts';
import { staticFile } from './static-files.ts';
import { widgetRoutes } from './widget-routes.ts';

let directory: string;
let authority: Authority;
const settings = (more: Record<string, string> = {}) =>
  parseSettings({ PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, LOG_LEVEL: 'silent', ...more });

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'page-token-'));
  authority = await openAuthority(await settings(), await openTokenStore(directory));
});

afterEach(() => {
  vi.useRealTimers();
  return rm(directory, { recursive: true });
});

const pages = (origin = 'https://example.org') =>
  pageTokenIssuer(authority.issuer, authority.tokens, () => [origin]);

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());

test('is the same for all visitors on a day, also after a restart, and is not recorded', async () => {
  const token = pages()([1]);
  authority = await openAuthority(await settings(), await openTokenStore(directory));
  expect(pages()([1])).toBe(token);
  expect(authority.tokens.list()).toEqual([]);
});

test('differs for other configurations and origins', () => {
  const tokens = [pages()([1]), pages()([1, 2]), pages('https://other.test')([1])];
  expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(3);
});

test('is replaced after its revocation, which its ID is enough for', async () => {
  const token = pages()([1]);
  const { jti, exp } = claimsOf(token);
  expect(authority.describeToken(jti)).toEqual({ expires: new Date(exp * 1000).toISOString() });
  await authority.tokens.revoke(jti);
  const next = pages()([1]);
  expect(next).not.toBe(token);
  expect(pages()([1])).toBe(next);
});

test('is valid for more than six days, and another one the next day', () => {
  const now = Date.now();
  const token = pages()([1]);
  const { iat, exp } = claimsOf(token);
  expect(iat * 1000).toBeLessThanOrEqual(now);
  expect(exp * 1000 - now).toBeGreaterThan(6 * 86_400_000);
  vi.useFakeTimers({ toFake: ['Date'], now: now + 86_400_000 });
  expect(pages()([1])).not.toBe(token);
});

test('limits the pages per address and minute', async () => {
  const server = await startServer(
    await settings({ REQUESTS_PER_MINUTE_AND_ADDRESS: '2' }),
    async () => smallContent,
    async (_settings, sources) => [
      widgetRoutes({
        origin: null,
        widgets: new Map([['widget.js', staticFile('widget.js', Buffer.from('export {}'))]]),
        previousWidgets: [],
      }),
      ownPages({
        configurations: sources.configurations,
        pageToken: sources.pageToken,
        studio: new Map([['index.html', staticFile('index.html', Buffer.from('"__START__"'))]]),
        demo: new Map([['index.html', staticFile('index.html', Buffer.from('__TOKEN__'))]]),
        manual: new Map(),
        provider: '',
      }),
    ],
  );
  const statuses: number[] = [];
  const paths = ['/', '/widget.js', '/demo/index.html', '/health', '/demo/', '/', '/widget.js', '/health'];
  for (const path of paths) statuses.push((await fetch(server.url + path)).status);
  await server.close();
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 200, 200]);
});

test('is also in a page that is sent after the server has stopped listening', async () => {
  const received = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const server = await startServer(
    await settings(),
    async () => smallContent,
    async (_settings, { pageToken }) => [
      new Router().get('/slow', async (ctx) => {
        received.resolve();
        await answered.promise;
        ctx.body = pageToken([1]);
      }),
    ],
  );
  const response = fetch(`${server.url}/slow`);
  await received.promise;
  const closed = server.close();
  await vi.waitFor(() => expect(fetch(`${server.url}/health`)).rejects.toThrow());
  answered.resolve();
  expect(claimsOf(await (await response).text()).origins).toContain(server.url);
  await closed;
});
