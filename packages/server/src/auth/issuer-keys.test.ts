/** Caching and refreshing of issuer keys. */
import { generateKeyPair } from 'jose';
import type { Context } from 'koa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  algorithms,
  type IdentityProvider,
  startIdentityProvider,
} from '../../test/support/identity-provider.ts';
import { TokenError } from './claims.ts';
import { type ExternalIssuer, externalIssuer } from './external-issuer.ts';
import { tokenCheck } from './verify-token.ts';

let provider: IdentityProvider;
const signed: IdentityProvider['signed'] = (...of) => provider.signed(...of);

beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.close());

const options = () => ({ issuer: provider.issuer, audience: 'search', scopeClaims: ['scope'] });
const eager = () => externalIssuer(options(), { refreshMs: 0, cooldownMs: 0 });

test('keeps using cached keys while the issuer is unreachable', async () => {
  const { verify } = eager();
  await verify(await signed('RS256'));
  provider.healthy = false;
  for (const _ of [1, 2, 3]) expect((await verify(await signed('RS256'))).sub).toBe('ann');
  await expect(verify(await signed('RS256', {}, { kid: 'new' }))).rejects.toMatchObject({
    code: 'service-unavailable',
  });
  provider.healthy = true;
  expect((await verify(await signed('ES256'))).sub).toBe('ann');
});

test('fetches new keys with the first token that names them', async () => {
  const { verify } = eager();
  await verify(await signed('ES256'));
  provider.pairs.set('next', await generateKeyPair('ES256'));
  const token = await signed('ES256', {}, {}, 'next');
  await expect(verify(token)).rejects.toThrow(TokenError);
  provider.shown.add('next');
  expect((await verify(token)).sub).toBe('ann');
});

const checkWith = (external: ExternalIssuer) => {
  const check = tokenCheck({
    keys: { access: [], publishable: [] },
    issuer: 'semantic-search',
    audience: { access: 'semantic-search', publishable: 'semantic-search-pages' },
    external,
    isRevoked: () => false,
  });
  return (token: string) => check({ state: {} } as Context, token);
};
const refused = (requested: Promise<unknown>) =>
  requested.then(
    () => false,
    (error: unknown) => error instanceof TokenError,
  );

test('rejects tokens of removed keys, even cached ones', async () => {
  const check = checkWith(eager());
  const token = await signed('EdDSA');
  expect((await check(token)).subject).toBe('ann');
  provider.shown = new Set(algorithms.filter((alg) => alg !== 'EdDSA'));
  await expect.poll(() => refused(check(token))).toBe(true);
  provider.shown = new Set(algorithms);
});

test('refreshes keys in time even if the clock is set back', async () => {
  const check = checkWith(externalIssuer(options(), { refreshMs: 50, cooldownMs: 0 }));
  provider.pairs.set('later', await generateKeyPair('ES256'));
  const [dropped, later] = [await signed('EdDSA'), await signed('ES256', {}, {}, 'later')];
  const { now } = Date;
  const year = 365 * 86_400_000;
  try {
    expect((await check(dropped)).subject).toBe('ann');
    vi.spyOn(Date, 'now').mockImplementation(() => now() - year);
    provider.shown = new Set(['RS256', 'ES256', 'later']);
    expect((await check(later)).subject).toBe('ann');
    await expect.poll(() => refused(check(dropped))).toBe(true);
  } finally {
    vi.restoreAllMocks();
    provider.shown = new Set(algorithms);
  }
});

test('fetches keys from the discovered URL, never over a less secure scheme', async () => {
  provider.keysAt = 'ftp://127.0.0.1/keys';
  await expect(eager().verify(await signed('ES256'))).rejects.toMatchObject({
    code: 'service-unavailable',
  });
  provider.keysAt = '/keys';
});

test('does not use keys of one issuer for another', async () => {
  const { verify } = externalIssuer({ ...options(), issuer: `${provider.issuer}/` });
  const token = await signed('ES256', { iss: `${provider.issuer}/` });
  await expect(verify(token)).rejects.toMatchObject({ code: 'service-unavailable' });
});

const discovery = () => ({ issuer: provider.issuer, jwks_uri: `${provider.issuer}/keys` });

test.each(['/.well-known/openid-configuration', '/keys'])(
  'reads at most a megabyte of %s',
  async (endless) => {
    let sent = 0;
    provider.respond = (url, response) => {
      if (url !== endless) return void response.end(JSON.stringify(discovery()));
      const send = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', send);
      send();
    };
    await expect(eager().verify(await signed('ES256'))).rejects.toMatchObject({
      code: 'service-unavailable',
    });
    // And what the buffers of both sockets hold.
    expect(sent).toBeLessThan(10_000_000);
    provider.respond = null;
  },
);

test('waits at most five seconds for discovery and keys together', async () => {
  provider.respond = (url, response) => {
    if (url === '/keys') return void response.write('{');
    setTimeout(() => response.end(JSON.stringify(discovery())), 4000);
  };
  const started = performance.now();
  await expect(eager().verify(await signed('ES256'))).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(performance.now() - started).toBeLessThan(6000);
  provider.respond = null;
});
