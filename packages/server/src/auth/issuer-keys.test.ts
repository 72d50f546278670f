/** Caching and refreshing of issuer keys. */
import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  algorithms,
  type IdentityProvider,
  startIdentityProvider,
} from '../../test/support/identity-provider.ts';
import { tokenReader } from '../../test/support/token-rules.ts';
import { externalIssuer } from './external-issuer.ts';

let provider: IdentityProvider;
const signed: IdentityProvider['signed'] = (...of) => provider.signed(...of);

beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.close());

const options = () => ({ issuer: provider.issuer, audience: 'search', scopeClaims: ['scope'] });
const eager = () => tokenReader(externalIssuer(options(), { refreshMs: 1, cooldownMs: 0 }));

test('keeps using cached keys while the issuer is unreachable', async () => {
  const read = eager();
  await read(await signed('RS256'));
  provider.healthy = false;
  for (const _ of [1, 2, 3]) expect(await read(await signed('RS256'))).toBe('ann');
  expect(await read(await signed('RS256', {}, { kid: 'new' }))).toBe('503');
  provider.healthy = true;
  expect(await read(await signed('ES256'))).toBe('ann');
});

test('fetches new keys with the first token that names them', async () => {
  const read = eager();
  await read(await signed('ES256'));
  provider.pairs.set('next', await generateKeyPair('ES256'));
  const token = await signed('ES256', {}, {}, 'next');
  expect(await read(token)).toBe('401');
  provider.shown.add('next');
  expect(await read(token)).toBe('ann');
});

test('rejects tokens of removed keys', async () => {
  const read = eager();
  const token = await signed('EdDSA');
  expect(await read(token)).toBe('ann');
  provider.shown = new Set(algorithms.filter((alg) => alg !== 'EdDSA'));
  await expect.poll(() => read(token)).toBe('401');
  provider.shown = new Set(algorithms);
});

test('refreshes keys in time even if the clock is set back', async () => {
  const read = tokenReader(externalIssuer(options(), { refreshMs: 50, cooldownMs: 0 }));
  provider.pairs.set('later', await generateKeyPair('ES256'));
  const [dropped, later] = [await signed('EdDSA'), await signed('ES256', {}, {}, 'later')];
  const { now } = Date;
  const year = 365 * 86_400_000;
  try {
    expect(await read(dropped)).toBe('ann');
    vi.spyOn(Date, 'now').mockImplementation(() => now() - year);
    provider.shown = new Set(['RS256', 'ES256', 'later']);
    expect(await read(later)).toBe('ann');
    await expect.poll(() => read(dropped)).toBe('401');
  } finally {
    vi.restoreAllMocks();
    provider.shown = new Set(algorithms);
  }
});

test('fetches keys from the discovered URL, never over a less secure scheme', async () => {
  provider.keysAt = 'ftp://127.0.0.1/keys';
  expect(await eager()(await signed('ES256'))).toBe('503');
  provider.keysAt = '/keys';
});

test('does not use keys of one issuer for another', async () => {
  const read = tokenReader(externalIssuer({ ...options(), issuer: `${provider.issuer}/` }));
  const token = await signed('ES256', { iss: `${provider.issuer}/` });
  expect(await read(token)).toBe('503');
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
    expect(await eager()(await signed('ES256'))).toBe('503');
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
  expect(await eager()(await signed('ES256'))).toBe('503');
  expect(performance.now() - started).toBeLessThan(6000);
  provider.respond = null;
});
