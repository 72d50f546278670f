/** Properties of every response: errors, log lines, limits and headers. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Router from '@koa/router';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { smallContent } from '../test/support/server.ts';
import { directoryForEach } from '../test/support/service.ts';
import { signedToken, testTokenRules } from '../test/support/token-rules.ts';
import { createApp } from './app.ts';
import { ProblemError } from './errors/problem.ts';

const { start } = directoryForEach();

/** Routes that fail unexpectedly. */
function failing() {
  const router = new Router({ prefix: '/api/failing' });
  router.get('/unexpectedly', () => {
    throw new Error('password=hunter2 at /var/lib/secret');
  });
  router.get('/upstream', () => {
    throw new ProblemError('bad-gateway', 'The search space animals sent an invalid response.', {
      cause: new Error('http://10.0.0.1'),
    });
  });
  return { ...smallContent, routes: () => [router] };
}

describe('errors', () => {
  test('returns 500 without the cause for unexpected errors', async () => {
    const server = await start({}, failing());
    const response = await server.call('GET', '/api/failing/unexpectedly');
    expect(response.status).toBe(500);
    expect(JSON.stringify(response.body)).not.toMatch(/hunter2|secret|Error/);
    expect(response.body.instance).toBe(response.headers.get('x-request-id'));
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('shows the detail of a coded error but not its cause', async () => {
    const server = await start({}, failing());
    const response = await server.call('GET', '/api/failing/upstream');
    expect(response.status).toBe(502);
    expect(response.body).toMatchObject({
      type: '/problems/bad-gateway',
      detail: 'The search space animals sent an invalid response.',
    });
    expect(JSON.stringify(response.body)).not.toContain('10.0.0.1');
  });

  test('responds to malformed HTTP', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const response = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write('HELLO\r\n\r\n'));
      let text = '';
      socket.on('data', (data) => {
        text += data;
      });
      socket.on('close', () => resolve(text));
    });
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain('application/problem+json');
    expect(response).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
  });

  test('returns 405 for TRACE', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const status = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `TRACE /api/configurations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\nConnection: close\r\n\r\n`,
        ),
      );
      socket.once('data', (data) => resolve(String(data).slice(9, 12)));
    });
    expect(status).toBe('405');
  });
});

describe('a broken connection', () => {
  test('changes nothing and does not affect other clients', async () => {
    const server = await start();
    const { hostname, port } = new URL(server.url);
    const body = JSON.stringify({ config: { title: 'Half' } });
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(
          `POST /api/configurations HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -3)}`,
          () => socket.destroy(),
        );
      });
      socket.on('close', () => resolve());
    });
    expect((await server.call('GET', '/api/configurations')).body.configurations).toEqual([]);
    expect((await server.call('POST', '/api/configurations')).body.id).toBe(1);
  });
});

describe('the log', () => {
  test('has one line per request, without tokens, queries or line breaks of the client', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
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
      routes: [],
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const path = '/api/%0AINFO%3A%20forged?input=private';
    const token = signedToken({ sub: 'ann\nINFO: forged', jti: 'j1', scope: '' });
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Authorization: `Bearer ${token}` } });
    await new Promise((resolve) => server.close(resolve));
    const requests = lines.filter((line) => line.includes('"msg":"request"'));
    expect(requests).toHaveLength(1);
    expect(JSON.parse(requests[0] ?? '')).toMatchObject({
      method: 'GET',
      path: '/api/%0AINFO%3A%20forged',
      status: 404,
      user: 'ann\nINFO: forged',
      token: 'j1',
    });
    const all = lines.join('');
    for (const secret of [token, 'private', 'Bearer']) expect(all).not.toContain(secret);
    expect(all.split('\n').every((line) => line === '' || line.startsWith('{'))).toBe(true);
  });
});

describe('limits', () => {
  test('returns 429 with Retry-After for a token over its rate', async () => {
    const server = await start({ REQUESTS_PER_MINUTE_AND_TOKEN: '2' });
    const responses = [];
    for (let turn = 0; turn < 3; turn += 1) responses.push(await server.call('GET', '/api/configurations'));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(responses[0]?.headers.get('ratelimit')).toMatch(/^limit=2, remaining=1, reset=\d+$/);
    expect(Number(responses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(responses[2]?.body.status).toBe(429);
  });

  test('rejects an address over its rate before verifying the token', async () => {
    const server = await start({ REQUESTS_PER_MINUTE_AND_ADDRESS: '1' });
    const anonymous = { Authorization: '' };
    expect((await server.call('GET', '/api/configurations', undefined, anonymous)).status).toBe(401);
    expect((await server.call('GET', '/api/configurations')).status).toBe(429);
    expect((await server.call('GET', '/health')).status).toBe(200);
  });
});

describe('readiness', () => {
  test('names the component that is not ready', async () => {
    const server = await start(
      {},
      { ...smallContent, required: { search: () => 'the worker is gone from /srv' } },
    );
    const response = await server.call('GET', '/ready');
    expect(response.status).toBe(503);
    expect(response.body).toEqual({
      status: 'not ready',
      parts: {
        service: 'ready',
        configurations: 'ready',
        insight: 'ready',
        scopes: 'ready',
        tokens: 'ready',
        search: 'not ready',
      },
    });
  });
});

describe('headers', () => {
  test('marks API responses as data that must not be executed', async () => {
    const { headers } = await (await start()).call('GET', '/api/configurations');
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
  });

  test('restricts scripts to the own origin and sets HSTS only behind TLS', async () => {
    const server = await start({ PUBLIC_URL: 'https://search.test' });
    const { headers } = await server.call('GET', '/health');
    const policy = (headers.get('content-security-policy') ?? '').split(';');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' https: data:",
        "connect-src 'self'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=/);
  });
});
