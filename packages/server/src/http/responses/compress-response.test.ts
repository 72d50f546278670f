/** Which responses are compressed, and their headers. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import Router from '@koa/router';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type RawResponse, readRawResponse } from '../../../test/support/raw-response.ts';
import { smallContent } from '../../../test/support/server.ts';
import { served } from '../../../test/support/service.ts';
import { errorMiddleware } from '../../errors/error-middleware.ts';
import { compressedResponses, countedResponses } from './compress-response.ts';
import { compressed, FAST_COMPRESSION } from './compression.ts';
import { responseMemoryLimit } from './response-memory-limit.ts';

const texts = (length: number) => ({ text: 'Der Bär frißt Lachs. '.repeat(length / 21) });

/** Responses of any length, with an ETag if the path requests it. */
function testRoutes(): Router {
  const router = new Router({ prefix: '/api/answers' });
  router.get('/:length', (ctx) => {
    ctx.body = texts(Number(ctx.params.length));
  });
  router.get('/:length/tagged', (ctx) => {
    ctx.set('ETag', '"tag"');
    ctx.body = texts(Number(ctx.params.length));
  });
  return router;
}

const server = served({}, { ...smallContent, routes: () => [testRoutes()] });
const request = (path: string, accepted: string, method = 'GET') =>
  readRawResponse(
    server.url + path,
    { Authorization: `Bearer ${server.token}`, 'Accept-Encoding': accepted },
    method,
  );

test.each([2_000, 200_000])(
  'sends a response of %i characters compressed, complete and with its length',
  async (length) => {
    const { headers, body } = await request(`/api/answers/${length}`, 'gzip');
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-length': String(body.length),
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers.vary).toContain('Accept-Encoding');
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(texts(length));
  },
);

test('uses the encoding that the client prefers', async () => {
  const { headers, body } = await request('/api/answers/2000', 'gzip;q=0.5, br;q=0.1, zstd');
  expect(headers['content-encoding']).toBe('zstd');
  expect(JSON.parse(zstdDecompressSync(body).toString())).toEqual(texts(2000));
});

test.each(['identity;q=0', '*;q=0', 'identity;q=0, gzip;q=0'])(
  'sends the response uncompressed if the client accepts no encoding (%s)',
  async (accepted) => {
    for (const length of [100, 2_000, 200_000]) {
      const { status, headers, body } = await request(`/api/answers/${length}`, accepted);
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
      expect(JSON.parse(String(body))).toEqual(texts(length));
    }
    expect((await request('/metrics', accepted)).status).toBe(200);
  },
);

test('sends a short response uncompressed, with Vary', async () => {
  const { headers, body } = await request('/api/answers/100', 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.vary).toContain('Accept-Encoding');
  expect(JSON.parse(String(body))).toEqual(texts(100));
});

test.each([2_000, 200_000])('sends a tagged response of %i characters uncompressed', async (length) => {
  const { headers, body } = await request(`/api/answers/${length}/tagged`, 'gzip');
  expect([headers.etag, headers['content-encoding']]).toEqual(['"tag"', undefined]);
  expect(JSON.parse(String(body))).toEqual(texts(length));
});

test.each([100, 2_000, 200_000])(
  'returns the headers of a response of %i characters and no body for HEAD',
  async (length) => {
    const [whole, headOnly] = [
      await request(`/api/answers/${length}`, 'gzip'),
      await request(`/api/answers/${length}`, 'gzip', 'HEAD'),
    ];
    const summary = ({ status, headers }: RawResponse) => [
      status,
      headers.vary,
      headers['content-encoding'],
      headers['content-length'],
    ];
    expect(summary(headOnly)).toEqual(summary(whole));
    expect(headOnly.body).toHaveLength(0);
  },
);

test('counts a response as pending only until it is compressed', async () => {
  const responses = responseMemoryLimit(1_000_000);
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' })));
  app.use(countedResponses(responses)).use(compressedResponses(responses));
  app.use((ctx) => {
    ctx.body = texts(300_000);
  });
  const own = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void own.close());
  await once(own, 'listening');
  const { port } = own.address() as AddressInfo;
  const statuses = async (count: number) => {
    const requested = Array.from({ length: count }, () =>
      readRawResponse(`http://127.0.0.1:${port}/`, { 'Accept-Encoding': 'br' }),
    );
    return (await Promise.all(requested)).map(({ status }) => status).toSorted();
  };
  const before = Array.from({ length: 12 }, () =>
    compressed(randomBytes(2_000_000), 'gzip', FAST_COMPRESSION),
  );
  // Half of the budget is for who has no token.
  expect(await statuses(3)).toEqual([200, 503, 503]);
  await Promise.all(before);
  for (const _again of [1, 2, 3]) expect(await statuses(1)).toEqual([200]);
});
