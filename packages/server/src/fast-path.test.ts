import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { scopes } from '@semantic-search/contract';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { TestResponse } from '../test/support/server.ts';
import { servedForEach } from '../test/support/service.ts';
import { type FastPathOptions, fastPath } from './fast-path.ts';
import { type Count, requestLimits } from './http/rate-limit.ts';

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
  // From now on they are remembered.
  for (const token of Object.values(tokens)) await read('/api/configurations/1', token);
  await server.tokens.revoke(revoked.jti);
}

beforeEach(fill);

const read = (path: string, token = server.token, headers: Record<string, string> = {}) =>
  server.call('GET', path, undefined, { Authorization: `Bearer ${token}`, ...headers });

/** All of an answer but what differs each time. */
function lasting({ status, headers, body }: TestResponse) {
  const named = Object.fromEntries(headers);
  for (const name of ['date', 'x-request-id']) {
    expect(named[name]).toBeTruthy();
    delete named[name];
  }
  return { status, headers: named, body: { ...body, instance: undefined } };
}

describe('the fast path returns the same response as the middleware', () => {
  const paths = ['', '/active', '/default', '/visible', '/1', '/2', '/3', '/0', '/2147483648', '/1/logs'];
  const cases: [string, () => string, Record<string, string>?][] = [
    ['to a token of a person', () => server.token],
    ['to one that comes from a page', () => server.token, { Origin: origin }],
    ['to one that comes from a page of nobody', () => server.token, { Origin: stranger }],
    ['to a browser', () => server.token, { Accept: 'text/html,*/*;q=0.8' }],
    ['to who takes nothing that there is', () => server.token, { Accept: 'image/png' }],
    ['to who says who asks', () => server.token, { 'X-Request-Id': 'mine-7' }],
    ['to who knows any', () => server.token, { 'If-None-Match': 'W/"other", *' }],
    ['to who knows another', () => server.token, { 'If-None-Match': '"other"' }],
    ['to a token of a page', () => tokens.page, { Origin: origin }],
    ['to one from elsewhere', () => tokens.page, { Origin: stranger }],
    ['to one from the own site', () => tokens.page, { 'Sec-Fetch-Site': 'same-origin' }],
    ['to one from nowhere', () => tokens.page],
    ['to one that is bound to no origin', () => tokens.free],
    ['to one that is bound to none, from a page of nobody', () => tokens.free, { Origin: stranger }],
    ['to one that is bound to none, from no site', () => tokens.free, { Origin: 'null' }],
    ['to a token without the scope', () => tokens.searching],
    ['to a token that was revoked', () => tokens.revoked],
    ['to what is no token', () => 'none'],
  ];

  test.each(cases)('%s', async (_name, token, headers = {}) => {
    for (const path of paths) {
      const straight = await read(`/api/configurations${path}`, token(), headers);
      const whole = await read(`/api/configurations${path}?`, token(), headers);
      expect(lasting(straight)).toEqual(lasting(whole));
    }
  });

  test('for a conditional request', async () => {
    for (const path of ['', '/active', '/default', '/visible', '/1']) {
      const etag = (await read(`/api/configurations${path}`)).headers.get('etag') ?? '';
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const headers = { 'If-None-Match': known };
        const straight = await read(`/api/configurations${path}`, server.token, headers);
        expect(straight.status).toBe(304);
        const whole = await read(`/api/configurations${path}?`, server.token, headers);
        expect(lasting(straight)).toEqual(lasting(whole));
      }
    }
  });

  test('counts requests of both paths under the same route', async () => {
    for (const end of ['', '?', '']) await read(`/api/configurations/2${end}`);
    const text = String((await server.call('GET', '/metrics')).body);
    const labels = 'method="GET",route="/api/configurations/:configId",status="200"';
    // The first four are those of the tokens above, one of which must not read.
    expect(text).toContain(`http_request_duration_seconds_count{${labels}} ${3 + 2}`);
  });
});

test('counts each request once against the rate limits', async () => {
  await server.restart({ REQUESTS_PER_MINUTE_AND_TOKEN: '7', REQUESTS_PER_MINUTE_AND_ADDRESS: '12' });
  await fill();
  const answers: TestResponse[] = [];
  for (const end of ['', '?', '', '?', '']) answers.push(await read(`/api/configurations/1${end}`));
  // Three changes with this token and four reads with others were before.
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
  const left = answers.map(({ headers }) => headers.get('ratelimit')?.replace(/, reset=\d+$/, ''));
  expect(left.slice(0, 4)).toEqual([3, 2, 1, 0].map((remaining) => `limit=7, remaining=${remaining}`));
  expect((await read('/api/configurations/1', tokens.free)).status).toBe(429);
});

test('counts a request once even if the response memory limit is reached', async () => {
  const limits = requestLimits({ perToken: 7, perAddress: 7 }, 0);
  const access = { kind: 'access', subject: 'ann', scopes: new Set(['configurations:read']) };
  const tagged = { etag: '"1"', whole: { body: Buffer.from('{}'), type: 'application/json' } };
  const counts: Count[] = [];
  const listener = fastPath(
    {
      readyAt: () => ({ wish: { scope: 'configurations:read' }, route: '/', find: () => tagged }),
      checked: { find: () => access, end: () => null },
      limits,
      answers: { fits: () => false },
    } as unknown as FastPathOptions,
    async (request, response) => {
      for (const limit of [limits.address!, limits.token!]) counts.push(await limit.count(request));
      response.end();
    },
  );
  const service = createServer(listener).listen(0);
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const headers = { Authorization: 'Bearer a.b.c' };
  await fetch(`http://localhost:${(service.address() as AddressInfo).port}/`, { headers });
  expect(counts.map(({ headers }) => headers.RateLimit)).toEqual(
    Array(2).fill(expect.stringMatching(/^limit=7, remaining=6,/)),
  );
});
