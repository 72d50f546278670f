import { beforeAll, describe, expect, test } from 'vitest';
import { served } from '../../test/support/service.ts';

const origin = 'https://shop.example';
const server = served();

beforeAll(async () => {
  await server.call('POST', '/api/configurations', { config: { title: 'One' } });
});

const wish = { name: 'shop', configurations: [1] };
const issue = (change: object = {}) => server.call('POST', '/api/tokens', { ...wish, ...change });
const read = (token: unknown, headers: Record<string, string> = {}) =>
  server.call('GET', '/api/configurations/1', undefined, { Authorization: `Bearer ${token}`, ...headers });

describe('a token issued over HTTP', () => {
  test('is valid at once, listed without its secret, and invalid after revocation', async () => {
    const { status, body, headers } = await issue({ origins: [`${origin}/`], lifetime: 60 });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({ name: 'shop', configurations: [1], origins: [origin] });
    expect(Date.parse(String(body.expires)) - Date.parse(String(body.issued))).toBe(60_000);
    expect((await read(body.token, { Origin: origin })).status).toBe(200);
    expect((await read(body.token)).status).toBe(403);

    const { token, message, ...record } = body;
    const listed = async () => {
      const { body: list } = await server.call('GET', '/api/tokens');
      expect(JSON.stringify(list)).not.toContain(token);
      return Object.values(list.tokens!).find(({ jti }) => jti === body.jti);
    };
    const used = new Date().toISOString().slice(0, 10);
    const described = { kind: 'publishable', scopes: ['search'], used };
    expect(await listed()).toEqual({ ...record, ...described, revoked: false });
    for (const _ of [1, 2]) {
      const revoked = await server.call('DELETE', `/api/tokens/${body.jti}`);
      expect(revoked.status).toBe(200);
      expect((await read(token, { Origin: origin })).status).toBe(401);
    }
    expect(await listed()).toEqual({ ...record, ...described, revoked: true });
  });

  test('lasts a year by default', async () => {
    const { body } = await issue();
    expect(Date.parse(String(body.expires)) - Date.parse(String(body.issued))).toBe(365 * 86_400_000);
  });

  test.each([
    ['an unknown configuration', { configurations: [1, 7] }, 'configurations[1]'],
    ['no configuration', { configurations: [] }, 'configurations'],
    ['no origin', { origins: [] }, 'origins'],
    ['an origin with a path', { origins: [`${origin}/cart`] }, 'origins[0]'],
    ['an origin with a name and password', { origins: ['https://a:b@shop.example'] }, 'origins[0]'],
    ['an origin with an invalid port', { origins: ['https://shop.example:99999'] }, 'origins[0]'],
    ['the origins of a whole domain', { origins: ['https://*.shop.example'] }, 'origins[0]'],
    ['a whole domain in disguise', { origins: ['https://%2a.shop.example'] }, 'origins[0]'],
    ['several origins in one', { origins: ['https://shop.example,https:'] }, 'origins[0]'],
    ['any origin by a star', { origins: ['*'] }, 'origins[0]'],
    ['a name of two lines', { name: 'shop\nin force' }, 'name'],
    ['a name that moves the cursor', { name: 'shop\u001b[2K' }, 'name'],
    ['a name that ends a line', { name: 'shop\u2028' }, 'name'],
    ['a lifetime in the past', { lifetime: 0 }, 'lifetime'],
    ['a name that is empty', { name: '' }, 'name'],
    ['more scopes', { scope: 'spaces:write' }, 'scope'],
  ])('is rejected for %s', async (_what, change, key) => {
    const { status, body } = await issue(change);
    expect(status).toBe(400);
    expect(Object.values(body.errors!).map((error) => error.key)).toContain(key);
  });
});

test('explains why an empty list is invalid', async () => {
  const { body } = await issue({ origins: [], configurations: [] });
  expect(Object.fromEntries(Object.values(body.errors!).map(({ key, message }) => [key, message]))).toEqual({
    configurations: 'must be a list of 1 to 100 elements without duplicates',
    origins: 'must be a list of 1 to 100 elements',
  });
});
