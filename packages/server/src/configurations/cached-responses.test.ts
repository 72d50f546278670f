/** Cached responses of reads: one object per version, and the same response as the router sends. */
import { scopes } from '@semantic-search/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { retitle, titled } from '../../test/support/configurations.ts';
import { memoryStore } from '../../test/support/memory-store.ts';
import type { TestResponse } from '../../test/support/server.ts';
import { servedForEach } from '../../test/support/service.ts';
import type { Access } from '../auth/permission.ts';
import { cachedResponses } from './cached-responses.ts';

const origin = 'https://example.org';
const stranger = 'https://stranger.test';

const server = servedForEach({ ALLOWED_ORIGINS: origin });
let tokens: Record<'page' | 'free' | 'searching' | 'revoked', string>;

async function fill(): Promise<void> {
  for (const title of ['One', 'Two']) await server.call('POST', '/api/configurations', { config: { title } });
  await server.call('POST', '/api/configurations/2/set');
  const { access, publishable } = server.issuer;
  const page = { name: 'page', configurations: [1], lifetime: 60 };
  const revoked = await access({ subject: 'ann', scopes, lifetime: 60 });
  tokens = {
    page: (await publishable({ ...page, origins: [origin] })).token,
    free: (await publishable(page)).token,
    searching: (await access({ subject: 'ann', scopes: ['search'], lifetime: 60 })).token,
    revoked: revoked.token,
  };
  // Cached from now on.
  for (const token of Object.values(tokens)) await read('/api/configurations/1', token);
  await server.tokens.revoke(revoked.jti);
}

beforeEach(fill);

const read = (path: string, token = server.token, headers: Record<string, string> = {}) =>
  server.call('GET', path, undefined, { Authorization: `Bearer ${token}`, ...headers });

/** The parts of a response that are the same in every repetition. */
function stable({ status, headers, body }: TestResponse) {
  const named = Object.fromEntries(headers);
  for (const name of ['date', 'x-request-id']) {
    expect(named[name]).toBeTruthy();
    delete named[name];
  }
  return { status, headers: named, body: { ...body, instance: undefined } };
}

const access = (kind: Access['kind']) => ({
  kind,
  subject: 'ann',
  scopes: new Set(['configurations:read'] as const),
  configurations: new Set([1]),
  origins: null,
  spaces: null,
  jti: null,
  expires: Number.POSITIVE_INFINITY,
});

test.each<[string, Access['kind']]>([
  ['/api/configurations/1', 'access'],
  ['/api/configurations/1', 'publishable'],
  ['/api/configurations/active', 'access'],
  ['/api/configurations/visible', 'access'],
  ['/api/configurations', 'access'],
  ['/api/configurations/default', 'access'],
])('the response of %s for a token of kind %s is reused until a change', async (path, kind) => {
  const store = memoryStore();
  await store.create('ann', { ...titled('A'), visible: true });
  await store.activate(1, 'ann');
  const reads = cachedResponses(store);
  // A list is available after all its configurations have been presented.
  reads.one(1).find(access(kind));
  const find = () => reads.at(path)?.find(access(kind));
  const first = find();
  expect(first?.full.status).toBe(200);
  expect(find()).toBe(first);
  await store.update(1, 'ann', retitle('B'));
  reads.one(1).find(access(kind));
  const second = find();
  expect(find()).toBe(second);
  if (path.endsWith('/default')) expect(second).toBe(first);
  else expect(second?.etag).not.toBe(first?.etag);
});

describe('the cached response equals the routed one', () => {
  const paths = ['', '/active', '/default', '/visible', '/1', '/2', '/3', '/0', '/2147483648', '/1/logs'];
  const cases: [string, () => string, Record<string, string>?][] = [
    ['for an access token', () => server.token],
    ['for an access token from an allowed origin', () => server.token, { Origin: origin }],
    ['for an access token from another origin', () => server.token, { Origin: stranger }],
    ['for a browser', () => server.token, { Accept: 'text/html,*/*;q=0.8' }],
    ['for an unsupported media type', () => server.token, { Accept: 'image/png' }],
    ['for a request ID of the client', () => server.token, { 'X-Request-Id': 'mine-7' }],
    ['for If-None-Match with *', () => server.token, { 'If-None-Match': 'W/"other", *' }],
    ['for another entity tag', () => server.token, { 'If-None-Match': '"other"' }],
    ['for a publishable token from its origin', () => tokens.page, { Origin: origin }],
    ['for a publishable token from another origin', () => tokens.page, { Origin: stranger }],
    ['for a publishable token from the own site', () => tokens.page, { 'Sec-Fetch-Site': 'same-origin' }],
    ['for a publishable token without Origin', () => tokens.page],
    ['for an unrestricted publishable token', () => tokens.free],
    ['for an unrestricted publishable token from another origin', () => tokens.free, { Origin: stranger }],
    ['for an unrestricted publishable token from an opaque origin', () => tokens.free, { Origin: 'null' }],
    ['for a token without the scope', () => tokens.searching],
    ['for a revoked token', () => tokens.revoked],
    ['for an invalid token', () => 'none'],
  ];

  test.each(cases)('%s', async (_name, token, headers = {}) => {
    for (const path of paths) {
      const cached = await read(`/api/configurations${path}`, token(), headers);
      const routed = await read(`/api/configurations${path}/`, token(), headers);
      expect(stable(cached)).toEqual(stable(routed));
    }
  });

  test('for conditional requests', async () => {
    for (const path of ['', '/active', '/default', '/visible', '/1']) {
      const etag = (await read(`/api/configurations${path}`)).headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const headers = { 'If-None-Match': known };
        const cached = await read(`/api/configurations${path}`, server.token, headers);
        expect(cached.status).toBe(304);
        const routed = await read(`/api/configurations${path}/`, server.token, headers);
        expect(stable(cached)).toEqual(stable(routed));
      }
    }
  });

  test('counts cached and routed reads under the same route', async () => {
    for (const ending of ['', '/', '']) await read(`/api/configurations/2${ending}`);
    const text = String((await server.call('GET', '/metrics')).body);
    const labels = 'method="GET",route="/api/configurations/:configId",status="200"';
    // The setup reads four times, once without permission.
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} ${3 + 2}`);
  });
});

test('counts each request once against the rate limits', async () => {
  await server.restart({ REQUESTS_PER_MINUTE_AND_TOKEN: '7', REQUESTS_PER_MINUTE_AND_ADDRESS: '12' });
  await fill();
  const responses: TestResponse[] = [];
  for (const ending of ['', '/', '', '/', '']) responses.push(await read(`/api/configurations/1${ending}`));
  // The setup makes three changes with this token and four reads with others.
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  const left = responses.map(({ headers }) => headers.get('ratelimit')?.replace(/, reset=\d+$/, ''));
  expect(left.slice(0, 4)).toEqual([3, 2, 1, 0].map((remaining) => `limit=7, remaining=${remaining}`));
  expect((await read('/api/configurations/1', tokens.free)).status).toBe(429);
});
