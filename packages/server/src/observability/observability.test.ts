import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { type Server, smallContent } from '../../test/support/server.ts';
import { directoryForEach, folderOfTest } from '../../test/support/service.ts';
import { signedToken, testTokenRules } from '../../test/support/token-rules.ts';
import { createApp } from '../app.ts';
import { configurationRoutes } from '../configurations/routes.ts';
import { type ConfigurationStore, openFileStore } from '../configurations/store.ts';
import { openContent } from '../open-content.ts';

const place = directoryForEach(openContent);
let server: Server;

const start = async (environment: Record<string, string> = {}) => {
  server = await place.start(environment);
};

const metrics = async (headers: Record<string, string> = {}) =>
  server.call('GET', '/metrics', undefined, { Authorization: '', ...headers });

test('serves metrics at one path only', async () => {
  await start();
  expect((await metrics()).status).toBe(200);
  for (const path of ['/METRICS', '/Metrics', '/metrics/', '//metrics', '/%6detrics']) {
    expect([path, (await server.call('GET', path)).status]).toEqual([path, 404]);
  }
});

test('labels requests by route pattern, backend calls by operation', async () => {
  await start();
  await server.call('POST', '/api/spaces/animals/documents', '{"id":"urn:a"}', {
    'Content-Type': 'application/x-ndjson',
  });
  await server.call('POST', '/api/configurations', { config: { searchSpace: 'animals' } });
  for (const _ of [1, 2, 3]) await server.call('GET', '/api/configurations/1');
  await server.call('GET', '/secret-path/of-someone');
  await server.call('POST', '/api/configurations/1/search', { input: 'what people search for' });
  const text = String((await metrics()).body);
  const read =
    'http_request_duration_seconds_count{method="GET",route="/api/configurations/:configId",status="200"} 3';
  expect(text).toContain(read);
  expect(text).toContain('route="other",status="404"');
  // Two searches derive the settings of the configuration.
  expect(text).toMatch(
    /backend_call_duration_seconds_count\{space="animals",operation="search",outcome="answered"\} 3/,
  );
  expect(text).toContain('\nbackend_calls_waiting{space="animals",operation="search"} 0\n');
  expect(text).not.toMatch(/secret-path|people search for/);
});

test('starts new counters per server and shares the process metrics', async () => {
  const { observe } = PerformanceObserver.prototype;
  let observers = 0;
  PerformanceObserver.prototype.observe = function (...of: Parameters<typeof observe>) {
    observers += 1;
    return observe.apply(this, of);
  };
  onTestFinished(() => {
    PerformanceObserver.prototype.observe = observe;
  });
  await start();
  await server.call('GET', '/api/configurations/1');
  await server.close();
  await start();
  const text = String((await metrics()).body);
  expect(text.match(/^# TYPE process_cpu_seconds_total /gm)).toHaveLength(1);
  expect(text).not.toContain('configId');
  expect(observers).toBeLessThan(2);
});

test('serves metrics to local clients only by default, not through a proxy', async () => {
  await start();
  expect((await metrics()).status).toBe(200);
  for (const name of ['X-Forwarded-For', 'Forwarded', 'Via']) {
    expect((await metrics({ [name]: 'for=10.1.1.1' })).status).toBe(404);
  }
  await server.close();
  await start({ METRICS: 'open' });
  expect((await metrics({ 'X-Forwarded-For': '10.1.1.1' })).status).toBe(200);
  await server.close();
  await start({ METRICS: 'off' });
  expect((await metrics()).status).toBe(404);
});

const ann = {
  sub: 'ann\n{"forged":true}',
  scope: 'configurations:read configurations:write',
  jti: 'jti-1',
};

/** An app and its log lines. */
async function logged(store: ConfigurationStore) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const app = createApp({
    log,
    observe: () => undefined,
    tracing: (_ctx, next) => next(),
    publicUrl: null,
    trustedProxies: 0,
    limits: { perToken: null, perAddress: null },
    tokens: testTokenRules,
    allowsOrigin: () => false,
    audit: (_ctx, next) => next(),
    routes: [configurationRoutes(store, smallContent.capabilities())],
  });
  const http = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const close = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  const of = (message: string) => lines.filter(({ msg }) => msg === message);
  return { http, port: (http.address() as AddressInfo).port, of, close };
}

test('logs a change with its user even if the client disconnects', async () => {
  const gone = Promise.withResolvers<void>();
  const store = await openFileStore(await folderOfTest());
  // The test ends after the write, because the removal of its folder fails during one.
  const written = Promise.withResolvers<void>();
  const create: ConfigurationStore['create'] = async (...entry) => {
    await gone.promise;
    return store.create(...entry).finally(written.resolve);
  };
  const { http, port, of, close } = await logged({ create } as ConfigurationStore);
  const client = connect(port, '127.0.0.1');
  const head = ['POST /api/configurations HTTP/1.1', 'Host: a', `Authorization: Bearer ${signedToken(ann)}`];
  client.write([...head, '', ''].join('\r\n'));
  const [, response] = await once(http, 'request');
  client.destroy();
  await once(response, 'close');
  gone.resolve();
  await written.promise;
  await close();
  expect(of('request')).toMatchObject([{ status: 499, aborted: true, user: ann.sub, token: 'jti-1' }]);
});
