/** Sessions of people: signing in once, what foreign pages cannot do, renewal, and the end of a session. */
import { roles, SESSION_COOKIE } from '@semantic-search/contract';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { secrets } from '../../../test/support/forged-tokens.ts';
import { directoryForEach, served } from '../../../test/support/service.ts';

const server = served();
const clusters = directoryForEach();
const own = { 'Sec-Fetch-Site': 'same-origin' };
const none = { Authorization: '' };
type Called = Pick<typeof server, 'call' | 'issuer'>;

afterEach(() => {
  vi.useRealTimers();
});

const codeFor = async (role: keyof typeof roles, { issuer }: Called = server) =>
  (await issuer.code({ subject: 'Jane', scopes: roles[role] })).token;
const signIn = (code: string, headers: Record<string, string> = own, { call }: Called = server) =>
  call('POST', '/api/session', { code }, { ...none, ...headers });
/** The cookies that a response sets, as a browser returns them. */
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
const session = async (role: keyof typeof roles = 'administrator') =>
  cookieOf(await signIn(await codeFor(role)));
const read = (Cookie: string, path = '/api/session', headers: Record<string, string> = own) =>
  server.call('GET', path, undefined, { ...none, ...headers, Cookie });
const create = (Cookie: string, headers: Record<string, string>) =>
  server.call('POST', '/api/configurations', {}, { ...none, ...headers, Cookie });

describe('a link that signs in', () => {
  test('sets a cookie that scripts cannot read, and no response is cached', async () => {
    const { status, headers, body } = await signIn(await codeFor('viewer'));
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.session).toMatchObject({ name: 'Jane', scopes: roles.viewer });
    const [cookie, signature] = headers.getSetCookie();
    expect(cookie).toMatch(
      new RegExp(`^${SESSION_COOKIE}=[^;]{100,}; path=/; expires=.*; samesite=strict; httponly$`),
    );
    expect(signature).toMatch(new RegExp(`^${SESSION_COOKIE}.sig=.*; samesite=strict; httponly$`));
    expect(cookie!.length).toBeLessThan(4096);
    const seen = await read(cookieOf({ headers }));
    expect(seen.headers.get('cache-control')).toBe('no-store');
    expect(seen.body.session).toMatchObject({ name: 'Jane' });
  });

  test('works once, even if two requests use it at the same time', async () => {
    const code = await codeFor('viewer');
    const both = await Promise.all([signIn(code), signIn(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await signIn(code);
    expect(again.status).toBe(401);
    expect(again.body.detail).toBe('The link was used already.');
    expect(again.headers.getSetCookie()).toEqual([]);
  });

  test('expires, and must be a code of this server', async () => {
    const code = await codeFor('viewer');
    const { token } = await server.issuer.access({ subject: 'Jane', scopes: roles.viewer, lifetime: 60 });
    for (const wrong of [token, `${code.slice(0, -8)}AAAAAAAA`, 'a.b.c', 'hello'])
      expect((await signIn(wrong)).status, wrong).toBe(401);
    const bearer = await server.call('GET', '/api/token', undefined, { Authorization: `Bearer ${code}` });
    expect(bearer.status).toBe(401);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
    const late = await signIn(code);
    expect([late.status, late.body.detail]).toEqual([401, 'The link has expired.']);
  });

  test.each([
    ['a foreign page', { Origin: 'https://evil.example' }],
    ['a page of the same site', { 'Sec-Fetch-Site': 'same-site' }],
    ['no page', {}],
  ])('is rejected from %s', async (_name, headers) => {
    expect((await signIn(await codeFor('viewer'), headers as Record<string, string>)).status).toBe(403);
  });

  test('begins a new session, whatever cookie the browser has', async () => {
    const planted = await session('viewer');
    const signedIn = await signIn(await codeFor('administrator'), { ...own, Cookie: planted });
    expect(cookieOf(signedIn)).not.toBe(planted);
    await server.call('DELETE', '/api/session', undefined, { ...none, ...own, Cookie: planted });
    expect((await read(cookieOf(signedIn))).status).toBe(200);
    expect((await read(planted)).status).toBe(401);
  });
});

describe('a session', () => {
  test('permits what the role permits', async () => {
    const editor = await session('editor');
    const viewer = await session('viewer');
    expect((await create(editor, own)).status).toBe(200);
    expect((await create(viewer, own)).status).toBe(403);
    expect((await read(editor, '/api/tokens')).status).toBe(403);
    expect((await read(await session(), '/api/tokens')).status).toBe(200);
  });

  test('changes something for the own origin only', async () => {
    const cookie = await session();
    const origin = new URL(server.url).origin;
    for (const headers of [own, { Origin: origin }, { Origin: origin, ...own }])
      expect((await create(cookie, headers)).status, JSON.stringify(headers)).toBe(200);
    const foreign: Record<string, string>[] = [
      {},
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'https://evil.example', ...own },
      { Origin: origin, 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ];
    for (const headers of foreign)
      expect((await create(cookie, headers)).status, JSON.stringify(headers)).toBe(403);
  });

  test('is ignored where a foreign page reads, and where the cookie was changed', async () => {
    const cookie = await session();
    expect((await read(cookie, '/api/configurations', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401);
    const changed = cookie.replace(/(sig=....)..../, '$1AAAA');
    expect((await read(changed, '/api/configurations')).status).toBe(401);
    expect((await read(changed)).body.session).toBeNull();
  });

  test('ends for all copies of its cookie when the person signs out', async () => {
    const cookie = await session();
    const left = await server.call('DELETE', '/api/session', undefined, { ...none, ...own, Cookie: cookie });
    expect(left.body).toEqual({ session: null });
    expect(left.headers.getSetCookie()[0]).toMatch(/=; .*expires=Thu, 01 Jan 1970/);
    const copy = await read(cookie);
    expect(copy.status).toBe(401);
    expect(copy.headers.getSetCookie()[0]).toMatch(/expires=Thu, 01 Jan 1970/);
    expect((await create(cookie, own)).status).toBe(401);
  });

  test('lasts for 8 hours, is renewed by use, and ends after a week at the latest', async () => {
    let cookie = await session();
    const begin = Date.now();
    const at = (hours: number) => vi.useFakeTimers({ toFake: ['Date'], now: begin + hours * 3_600_000 });
    at(3);
    expect((await read(cookie)).headers.getSetCookie()).toEqual([]);
    at(8.1);
    expect((await read(cookie, '/api/configurations')).status).toBe(401);
    const first = cookie;
    for (let hours = 5; hours < 168; hours += 5) {
      at(hours);
      const renewed = await read(cookie);
      expect(renewed.status, `${hours} hours`).toBe(200);
      cookie = cookieOf(renewed) || cookie;
    }
    expect(cookie).not.toBe(first);
    at(169);
    expect((await read(cookie, '/api/configurations')).status).toBe(401);
  });

  test('is revoked by its ID, before and after it was renewed', async () => {
    const cookie = await session();
    const { body } = await read(cookie, '/api/token');
    await server.call('DELETE', `/api/tokens/${body.jti}`);
    expect((await read(cookie)).status).toBe(401);
  });
});

test.each(['search.example:443', 'SEARCH.example'])(
  'signs in behind a proxy that names the host %s',
  async (host) => {
    const proxied = await clusters.start({ TRUSTED_PROXIES: '1' });
    const forwarded = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': host };
    const from = { Origin: 'https://search.example', ...forwarded };
    expect((await signIn(await codeFor('viewer', proxied), from, proxied)).status).toBe(200);
    const foreign = { ...from, Origin: 'https://search.example:8443' };
    expect((await signIn(await codeFor('viewer', proxied), foreign, proxied)).status).toBe(403);
  },
);

test('the cookie is secure behind a proxy with TLS', async () => {
  const proxied = await clusters.start({ TRUSTED_PROXIES: '1' });
  const origin = { ...own, 'X-Forwarded-Proto': 'https' };
  const signedIn = await signIn(await codeFor('viewer', proxied), origin, proxied);
  expect(signedIn.headers.getSetCookie().every((cookie) => /; secure;/.test(cookie))).toBe(true);
  await clusters.stop();
  const published = await clusters.start({ PUBLIC_URL: 'https://search.example' });
  const from = { Origin: 'https://search.example' };
  const cookies = (await signIn(await codeFor('viewer', published), from, published)).headers.getSetCookie();
  expect(cookies).toHaveLength(2);
  for (const cookie of cookies) expect(cookie).toMatch(/; secure;/);
});

test('servers with the same secrets accept a session of each other', async () => {
  const first = await clusters.start(secrets);
  const cookie = cookieOf(await signIn(await codeFor('viewer', first), own, first));
  await clusters.stop();
  const second = await clusters.start(secrets);
  const { body } = await second.call('GET', '/api/session', undefined, { ...none, ...own, Cookie: cookie });
  expect(body.session).toMatchObject({ name: 'Jane', scopes: roles.viewer });
});
