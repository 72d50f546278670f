/** Methods, media types and paths as HTTP has them. */
import { describe, expect, test } from 'vitest';
import { expectProblem } from '../../test/support/problem.ts';
import { served } from '../../test/support/service.ts';

const { call } = served();

describe('HTTP', () => {
  test.each([
    ['DELETE', '/api/configurations', 'GET, HEAD, POST'],
    ['PATCH', '/api/configurations/1', 'DELETE, GET, HEAD, PUT'],
    ['DELETE', '/api/configurations/active', 'GET, HEAD'],
    ['PUT', '/api/configurations/default', 'GET, HEAD'],
    ['GET', '/api/configurations/1/set', 'POST'],
    ['POST', '/health', 'GET, HEAD'],
  ])('%s %s returns 405 with the allowed methods', async (method, path, allow) => {
    const response = await call(method, path);
    expectProblem(response, 405);
    expect(response.headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
  });

  test('lists the allowed methods for OPTIONS', async () => {
    const response = await call('OPTIONS', '/api/configurations');
    expect(response.status).toBe(200);
    expect(response.headers.get('allow')).toBe('POST, HEAD, GET');
  });

  test('returns 406 if JSON is not acceptable', async () => {
    expectProblem(await call('GET', '/api/configurations', undefined, { Accept: 'image/png' }), 406);
    for (const Accept of ['*/*', 'application/json', 'application/*;q=0.5', 'text/html, */*;q=0.1']) {
      expect((await call('GET', '/api/configurations', undefined, { Accept })).status).toBe(200);
    }
  });

  test('keeps a well-formed request id and generates one otherwise', async () => {
    const id = async (sent: string) =>
      (await call('GET', '/health', undefined, { 'X-Request-Id': sent })).headers.get('x-request-id');
    expect(await id('abc-123')).toBe('abc-123');
    for (const strange of ['a b', '<script>', 'x'.repeat(200), '"'])
      expect(await id(strange)).toMatch(/^[\da-f-]{36}$/);
  });

  test('returns 404 with a problem for unknown paths', async () => {
    expectProblem(await call('GET', '/api/nothing'), 404);
    expectProblem(await call('GET', '/nothing'), 404);
    expectProblem(await call('GET', '/api/configurations/1/nothing'), 404);
    for (const broken of ['%', '%E0%A4%A', '%C0%AF', '..%2f1', '%2e%2e']) {
      expectProblem(await call('GET', `/api/configurations/${broken}`), 404);
      expectProblem(await call('GET', `/${broken}`), 404);
    }
  });

  test('serves health, readiness and version without a token', async () => {
    const open = { Authorization: '' };
    expect((await call('GET', '/health', undefined, open)).status).toBe(200);
    const ready = await call('GET', '/ready', undefined, open);
    const parts = {
      service: 'ready',
      configurations: 'ready',
      insight: 'ready',
      scopes: 'ready',
      tokens: 'ready',
    };
    expect(ready.body).toEqual({ status: 'ready', parts });
    expect((await call('GET', '/api/version', undefined, open)).body.version).toMatch(/^\d+\.\d+\.\d+/);
  });
});
