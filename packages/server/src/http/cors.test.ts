/** CORS: which cross-origin pages may call the service and read its responses. */
import { describe, expect, test } from 'vitest';
import type { Server } from '../../test/support/server.ts';
import { directoryForEach } from '../../test/support/service.ts';

const { start } = directoryForEach();

const origin = 'https://example.org';

const preflight = (server: Server, from: string, method = 'PUT') =>
  server.call('OPTIONS', '/api/configurations/1', undefined, {
    Authorization: '',
    Origin: from,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization,if-match',
  });

describe('CORS', () => {
  test('allows preflights from the origin of an issued token, even after a restart', async () => {
    const first = await start();
    await first.issuer.publishable({ name: 'page', configurations: [1], origins: [origin], lifetime: 60 });
    const response = await preflight(first, origin);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')).toMatch(/Origin/);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    const allowed = (response.headers.get('access-control-allow-headers') ?? '').split(',');
    expect(allowed).toEqual([
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'Prefer',
      'X-Request-Id',
      'MCP-Protocol-Version',
      'Mcp-Method',
      'Mcp-Name',
    ]);
    await first.close();
    const second = await start();
    expect((await preflight(second, origin)).headers.get('access-control-allow-origin')).toBe(origin);
  });

  test('rejects other origins and varies every response by origin', async () => {
    const server = await start();
    await server.issuer.publishable({ name: 'page', configurations: [1], origins: [origin], lifetime: 60 });
    for (const stranger of ['https://evil.test', 'null', `${origin}.evil.test`, 'https://EXAMPLE.org']) {
      const response = await preflight(server, stranger);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await server.call('GET', '/api/configurations')).headers.get('vary')).toMatch(/Origin/);
  });

  test('revokes the origins of a revoked token', async () => {
    const server = await start();
    const { jti } = await server.issuer.publishable({
      name: 'page',
      configurations: [1],
      origins: [origin],
      lifetime: 60,
    });
    await server.tokens.revoke(jti);
    expect((await preflight(server, origin)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('exposes responses only to pages that the token allows', async () => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const wish = { name: 'page', configurations: [1], lifetime: 60 };
    const { token } = await server.issuer.publishable(wish);
    const from = { Origin: 'https://any.test' };
    const shownTo = async (path: string, headers: Record<string, string>) =>
      (await server.call('GET', path, undefined, headers)).headers.get('access-control-allow-origin');
    for (const path of ['/api/configurations/1', '/api/configurations/1?']) {
      for (const _ of ['checked', 'remembered']) {
        expect(await shownTo(path, { ...from, Authorization: `Bearer ${token}` })).toBe(from.Origin);
        expect(await shownTo(path, from)).toBeNull();
      }
    }
  });

  test.each(['https://any.test', 'null'])('lets a page on %s read why it is rejected', async (Origin) => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const wish = { name: 'page', configurations: [1], origins: [origin], lifetime: 60 };
    const { token, jti } = await server.issuer.publishable(wish);
    const errorOf = async (path: string, Authorization: string) => {
      const { status, headers, body } = await server.call('GET', path, undefined, { Origin, Authorization });
      expect(headers.get('access-control-allow-origin'), `${status} ${path}`).toBe(Origin);
      return `${status} ${body.detail}`;
    };
    const [own, other] = ['/api/configurations/1', '/api/configurations/7'];
    expect(await errorOf(own, '')).toContain('401 The request requires the header Authorization');
    expect(await errorOf(own, 'Bearer x.y.z')).toContain('401 The token is malformed');
    for (const path of [own, other])
      expect(await errorOf(path, `Bearer ${token}`)).toContain(
        Origin === 'null' ? 'this page has no origin, because it is a file' : `this page is on ${Origin}`,
      );
    await server.tokens.revoke(jti);
    expect(await errorOf(own, `Bearer ${token}`)).toBe('401 The token was revoked.');
  });

  test('lets a page without an origin search with a token that is bound to none', async () => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const { token } = await server.issuer.publishable({ name: 'page', configurations: [1], lifetime: 60 });
    const from = { Origin: 'null', Authorization: `Bearer ${token}` };
    const { status, headers } = await server.call('GET', '/api/configurations/1', undefined, from);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, 'null']);
    expect((await preflight(server, 'null', 'GET')).headers.get('access-control-allow-origin')).toBe('null');
    expect((await preflight(server, 'null', 'PUT')).headers.get('access-control-allow-origin')).toBeNull();
    const list = await server.call('GET', '/api/configurations', undefined, { Origin: 'null' });
    expect(list.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('lets a page with a token for another origin read the reason, and nothing else', async () => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const wish = { name: 'page', configurations: [1], origins: [origin], lifetime: 60 };
    const { token } = await server.issuer.publishable(wish);
    const from = 'https://www.example.org';
    for (const [method, operation] of [
      ['GET', ''],
      ['GET', '/suggestConcepts'],
      ['POST', '/search'],
    ] as const) {
      const path = `/api/configurations/1${operation}`;
      const requested = { Authorization: '', Origin: from, 'Access-Control-Request-Method': method };
      const { headers } = await server.call('OPTIONS', path, undefined, requested);
      expect(headers.get('access-control-allow-origin'), path).toBe(from);
    }
    const sent = { Origin: from, Authorization: `Bearer ${token}` };
    for (const _ of ['checked', 'remembered']) {
      const response = await server.call('GET', '/api/configurations/1', undefined, sent);
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBe(from);
      expect(response.body.detail).toBe(
        `The token does not permit this. It is only valid for pages on ${origin}; this page is on ${from}.`,
      );
    }
  });

  test('blocks operations that write, and tokens of people, from other origins', async () => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const from = { Origin: 'https://other.test' };
    for (const [method, path] of [
      ['PUT', '/api/configurations/1'],
      ['DELETE', '/api/configurations/1'],
      ['POST', '/api/configurations'],
      ['POST', '/api/configurations/1/set'],
      ['GET', '/api/configurations'],
      ['GET', '/api/configurations/1/logs'],
      ['POST', '/api/tokens'],
    ]) {
      const requested = { ...from, Authorization: '', 'Access-Control-Request-Method': method! };
      const { headers } = await server.call('OPTIONS', path!, undefined, requested);
      expect(headers.get('access-control-allow-origin'), `${method} ${path}`).toBeNull();
    }
    const own = await server.call('GET', '/api/configurations/1', undefined, from);
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test('never allows a value that is not a single origin', async () => {
    const server = await start();
    await server.call('POST', '/api/configurations');
    const wish = { name: 'page', configurations: [1], lifetime: 60 };
    const { token } = await server.issuer.publishable(wish);
    const Authorization = `Bearer ${token}`;
    const none = [`${origin}, https://x.test`, `${origin} https://x.test`, `${origin}/`, '*', 'x'];
    for (const Origin of [...none, 'https://a@x.test', 'https://EXAMPLE.ORG/?a']) {
      const responses = [
        await preflight(server, Origin),
        await server.call('GET', '/api/configurations/1', undefined, { Origin, Authorization }),
        await server.call('GET', '/api/configurations/1?', undefined, { Origin, Authorization }),
      ];
      for (const { headers } of responses) expect(headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('lets a page read successful and failed responses', async () => {
    const server = await start({ ALLOWED_ORIGINS: 'https://studio.test' });
    const from = { Origin: 'https://studio.test' };
    const good = await server.call('GET', '/api/configurations', undefined, from);
    const bad = await server.call('GET', '/api/configurations', undefined, { ...from, Authorization: '' });
    expect([good.status, bad.status]).toEqual([200, 401]);
    for (const { headers } of [good, bad]) {
      expect(headers.get('access-control-allow-origin')).toBe('https://studio.test');
      expect(headers.get('access-control-expose-headers')).toBe(
        'ETag,X-Request-Id,Retry-After,RateLimit,RateLimit-Policy',
      );
    }
  });
});
