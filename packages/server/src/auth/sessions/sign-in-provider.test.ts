/** Sign-in through a provider: roles, a provider that is down, slow or lies, and the end of a role. */
import { roles } from '@semantic-search/contract';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { directoryForEach, served } from '../../../test/support/service.ts';
import { type Lies, startSignInProvider } from '../../../test/support/sign-in-provider.ts';

const provider = await startSignInProvider();
const settings = {
  OIDC_SIGN_IN_ISSUER: provider.issuer,
  OIDC_SIGN_IN_SECRET: 'hidden',
  OIDC_SIGN_IN_CLAIM: 'groups',
  OIDC_SIGN_IN_ROLES: 'staff=viewer search=team=editor chiefs=administrator',
};
const server = served(settings);
const directories = directoryForEach();
const person = provider.person;
const own = { Authorization: '', 'Sec-Fetch-Site': 'same-origin' };
type Called = Pick<typeof server, 'call'>;
type Answer = ReturnType<typeof provider.answer>;

afterAll(() => provider.close());
afterEach(() => {
  vi.useRealTimers();
  provider.lies = {};
  provider.person = person;
});

const start = ({ call }: Called = server, headers: Record<string, string> = own) =>
  call('POST', '/api/session/provider', undefined, { Authorization: '', ...headers });
const finish = (answer: Partial<Answer>, Cookie: string, { call }: Called = server) =>
  call('POST', '/api/session', answer, { ...own, Cookie });
const cookieOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .filter((cookie) => !/^[^=]*=$/.test(cookie!))
    .join('; ');
const addressOf = ({ body }: { body: Record<string, unknown> }) => body.address as string;
const read = (Cookie: string) => server.call('GET', '/api/session', undefined, { ...own, Cookie });

async function begun(called: Called = server) {
  const started = await start(called);
  expect(started.status).toBe(200);
  return { answer: provider.answer(addressOf(started)), cookie: cookieOf(started) };
}

async function signIn(lies: Lies = {}) {
  const { answer, cookie } = await begun();
  provider.lies = lies;
  return finish(answer, cookie);
}

test('signs in with the highest role of the claim, and uses PKCE and a cookie for this sign-in only', async () => {
  const started = await start();
  const query = new URL(addressOf(started)).searchParams;
  expect(Object.fromEntries(query)).toMatchObject({
    client_id: 'semantic-search',
    redirect_uri: `${new URL(server.url).origin}/studio`,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge_method: 'S256',
  });
  const [checks] = started.headers.getSetCookie();
  expect(checks).toMatch(/; path=\/api\/session; expires=.*; samesite=strict; httponly$/);
  const signedIn = await finish(provider.answer(addressOf(started)), cookieOf(started));
  expect(signedIn.body.session).toMatchObject({ name: 'Ann', scopes: roles.editor });
  const cookies = signedIn.headers.getSetCookie();
  expect(cookies.find((cookie) => cookie.startsWith('semantic-search-sign-in-'))).toMatch(
    /expires=Thu, 01 Jan 1970/,
  );
  expect((await read(cookieOf(signedIn))).body.session).toMatchObject({ name: 'Ann' });
});

test.each<[string, unknown]>([
  ['no claim', undefined],
  ['no known value', ['guests', 'staff2']],
  ['part of a value', ['search']],
])('rejects a person with %s', async (_name, groups) => {
  provider.person = { groups };
  const rejected = await signIn();
  expect([rejected.status, rejected.headers.getSetCookie().join()]).toEqual([
    403,
    expect.not.stringContaining('semantic-search-session'),
  ]);
});

test.each<[string, Lies]>([
  ['another nonce', { claims: { nonce: 'other' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer', { claims: { iss: 'https://elsewhere.test' } }],
  ['another audience', { claims: { aud: 'other' } }],
  ['a time in the past', { claims: { exp: 1 } }],
  ['no signature', { algorithm: 'none' }],
  ['the signature of another key', { algorithm: 'foreign' }],
  ['groups that are numbers', { claims: { groups: 7 } }],
])('rejects an ID token with %s', async (_name, lies) => {
  expect((await signIn(lies)).status).toBe(401);
  expect((await signIn()).status).toBe(200);
});

test('rejects an answer with another state, of another browser, with a changed cookie, and a second time', async () => {
  const { answer, cookie } = await begun();
  const other = await begun();
  const rejected = [
    await finish({ ...answer, state: 'other' }, cookie),
    await finish(answer, other.cookie),
    await finish(answer, ''),
    await finish(answer, cookie.replace(/(sign-in-..?=....)..../, '$1AAAA')),
    await finish({ ...answer, code: 'other' }, cookie),
  ];
  expect(rejected.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
  expect((await finish(answer, cookie)).status).toBe(200);
  expect((await finish(answer, cookie)).status).toBe(401);
});

// A retry: in one of 4000 runs, both have cookies of the same name.
test('confirms the sign-ins of two tabs of a browser', { retry: 1 }, async () => {
  const tabs = [await begun(), await begun()];
  const cookies = tabs.map(({ cookie }) => cookie).join('; ');
  for (const { answer } of tabs) expect((await finish(answer, cookies)).status).toBe(200);
});

test('begins for pages of this server only, and returns nowhere else', async () => {
  const foreign = [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }, {}];
  for (const headers of foreign)
    expect((await start(server, headers as Record<string, string>)).status).toBe(403);
  const { answer, cookie } = await begun();
  for (const extra of ['redirect', 'redirect_uri', 'returnTo'])
    expect((await finish({ ...answer, [extra]: 'https://evil.example' }, cookie)).status).toBe(400);
  const { headers } = await finish(answer, cookie);
  expect(headers.get('location')).toBeNull();
});

const minutes = (count: number) => count * 60_000;

test('without a refresh token, ends the session after an hour despite use', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const begin = Date.now();
  const cookie = cookieOf(await signIn());
  vi.setSystemTime(begin + minutes(55));
  const used = await read(cookie);
  expect([used.status, used.headers.getSetCookie()]).toEqual([200, []]);
  vi.setSystemTime(begin + minutes(61));
  expect((await read(cookie)).status).toBe(401);
  provider.person = { name: 'Ann', groups: [] };
  expect((await signIn()).status).toBe(403);
});

describe('with a refresh token', () => {
  const signedIn = async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const begin = Date.now();
    const cookie = cookieOf(await signIn({ refresh: true }));
    return { cookie, at: (count: number) => vi.setSystemTime(begin + minutes(count)) };
  };

  test('use renews the session, with the role that the person has then', async () => {
    const { cookie: first, at } = await signedIn();
    at(10);
    expect((await read(first)).headers.getSetCookie()).toEqual([]);
    let cookie = first;
    for (let minute = 20; minute < 120; minute += 20) {
      at(minute);
      const renewed = await read(cookie);
      expect(renewed.body.session, `${minute}`).toMatchObject({ scopes: roles.editor });
      cookie = cookieOf(renewed);
    }
    provider.person = { ...person, groups: ['staff'] };
    at(120);
    const lowered = await read(cookie);
    expect(lowered.body.session).toMatchObject({ scopes: roles.viewer });
    expect((await read(cookieOf(lowered))).body.session).toMatchObject({ scopes: roles.viewer });
    expect((await read(first)).status).toBe(401);
  });

  test('concurrent requests use no refresh token twice', async () => {
    const { cookie, at } = await signedIn();
    at(20);
    const all = await Promise.all(Array.from({ length: 5 }, () => read(cookie)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    at(40);
    expect((await read(cookieOf(all[4]!))).body.session).toMatchObject({ name: 'Ann' });
  });

  test.each<[string, () => void]>([
    ['has no role any more', () => (provider.person = { name: 'Ann', groups: [] })],
    ['is refused by the provider', () => (provider.isRefusing = true)],
  ])('a person who %s is signed out', async (_how, happen) => {
    const { cookie, at } = await signedIn();
    happen();
    at(16);
    const rejected = await read(cookie);
    expect(rejected.status).toBe(401);
    expect(rejected.headers.getSetCookie()[0]).toMatch(/expires=Thu, 01 Jan 1970/);
    expect((await read(cookie)).status).toBe(401);
    provider.isRefusing = false;
  });

  test('an outage of the provider ends no session before its time', async () => {
    const { cookie, at } = await signedIn();
    provider.lies = { respond: { '/token': (response) => response.writeHead(500).end() } };
    at(20);
    expect((await read(cookie)).body.session).toMatchObject({ name: 'Ann' });
    at(31);
    expect((await read(cookie)).status).toBe(401);
  });
});

test('ends with the provider unreachable or slow in time, and then works again', {
  timeout: 30_000,
}, async () => {
  const { answer, cookie } = await begun();
  provider.lies = { respond: { '/token': (response) => response.writeHead(500).end() } };
  expect((await finish(answer, cookie)).status).toBe(503);
  provider.lies = { respond: { '/token': (response) => response.destroy() } };
  expect((await finish(answer, cookie)).status).toBe(503);
  provider.lies = {
    respond: {
      '/token': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{'),
    },
  };
  const since = performance.now();
  expect((await finish(answer, cookie)).status).toBe(503);
  expect(performance.now() - since).toBeLessThan(8000);
  provider.lies = {};
  expect((await finish(answer, cookie)).status).toBe(200);
});

const silent = { '/.well-known/openid-configuration': () => undefined };
test.each<[string, Lies]>([
  ['is slow', { respond: silent }],
  ['names another issuer', { discovery: { issuer: 'https://elsewhere.test' } }],
  ['has an address of a script', { discovery: { authorization_endpoint: 'javascript:alert(1)' } }],
])('starts and signs in by link while the provider %s', { timeout: 30_000 }, async (_name, lies) => {
  provider.lies = lies;
  const other = await directories.start(settings);
  const before = provider.asked;
  const started = await Promise.all([start(other), start(other), start(other)]);
  expect(started.map(({ status }) => status)).toEqual([503, 503, 503]);
  expect(started[0].headers.get('retry-after')).toBe('5');
  expect(provider.asked - before).toBe(1);
  const { token } = await other.issuer.code({ subject: 'Jane', scopes: roles.viewer });
  expect((await finish({ code: token }, '', other)).status).toBe(200);
});

test('asks a provider again some seconds after it has named another issuer', async () => {
  provider.lies = { discovery: { issuer: 'https://elsewhere.test' } };
  const other = await directories.start(settings);
  expect((await start(other)).status).toBe(503);
  provider.lies = {};
  await expect.poll(async () => (await start(other)).status, { timeout: 20_000, interval: 500 }).toBe(200);
});

test('without a provider, there is no such sign-in', async () => {
  const other = await directories.start();
  expect((await start(other)).status).toBe(403);
  expect((await finish({ code: 'a', state: 'b' }, '', other)).status).toBe(403);
});
