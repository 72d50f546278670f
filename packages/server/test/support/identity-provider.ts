/** Fake OpenID Connect issuer: signs tokens, publishes configurable keys, and can be unavailable. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

export type Pair = Awaited<ReturnType<typeof generateKeyPair>>;

export const algorithms = ['RS256', 'ES256', 'EdDSA'];

export interface IdentityProvider {
  readonly issuer: string;
  /** Keyed by key id; initially one per algorithm. */
  readonly pairs: Map<string, Pair>;
  /** Ids of the published keys. */
  shown: Set<string>;
  /** If false, it returns 500. */
  healthy: boolean;
  /** Number of requests. */
  asked: number;
  /** Responds in place of the provider, if set. */
  respond: ((url: string, response: ServerResponse) => void) | null;
  /** Published `jwks_uri`. */
  keysAt: string;
  /** An access token for the audience `search`, valid for a minute. */
  signed(alg: string, change?: object, header?: object, kid?: string): Promise<string>;
  close(): void;
}

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const pairs = new Map<string, Pair>();
  for (const alg of algorithms) pairs.set(alg, await generateKeyPair(alg));
  const keys = async () => [
    ...(await Promise.all([...pairs].filter(([kid]) => provider.shown.has(kid)).map(published))),
    ...unusable,
  ];
  const server = createServer(async ({ url }, response) => {
    provider.asked += 1;
    if (provider.respond) return provider.respond(url!, response);
    response.statusCode = provider.healthy ? 200 : 500;
    const discovery = { issuer, jwks_uri: new URL(provider.keysAt, issuer) };
    response.end(JSON.stringify(url === '/keys' ? { keys: await keys() } : discovery));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider: IdentityProvider = {
    issuer,
    pairs,
    shown: new Set(algorithms),
    healthy: true,
    asked: 0,
    respond: null,
    keysAt: '/keys',
    signed(alg, change = {}, header = {}, kid = alg) {
      const claims = { ...claimsOf(issuer), sub: 'ann', ...change };
      const key = pairs.get(kid)!.privateKey;
      return new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(key);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}

const claimsOf = (issuer: string) => ({
  iss: issuer,
  aud: 'search',
  exp: Math.floor(Date.now() / 1000) + 60,
  scope: 'configurations:read',
});

async function published([kid, { publicKey }]: [string, Pair]): Promise<JWK> {
  return { ...(await exportJWK(publicKey)), kid };
}

const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
/** Weak and malformed keys, `short` and `broken`. */
const unusable: JWK[] = [
  { ...short.publicKey.export({ format: 'jwk' }), kid: 'short' } as JWK,
  { kty: 'RSA', n: 'AQ!', e: 'AQAB', kid: 'broken' },
];

/** Correctly signed with a key of 1024 bits, which jose rejects. */
export function signedByShort(issuer: string): string {
  const text = [{ alg: 'RS256', kid: 'short' }, claimsOf(issuer)]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('sha256', Buffer.from(text), short.privateKey).toString('base64url')}`;
}
