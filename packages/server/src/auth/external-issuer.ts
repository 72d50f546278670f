/** Keys of an OpenID Connect issuer, found by discovery and cached by jwks-rsa. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { JwtHeader } from 'jsonwebtoken';
import { type JSONWebKey, JwksClient, SigningKeyNotFoundError } from 'jwks-rsa';
import { temporarilyUnavailable } from '../errors/problem.ts';
import { invalidToken } from '../errors/unauthorized.ts';

export interface IssuerSettings {
  issuer: string;
  audience: string;
  /** Claims that contain scopes: claim names or dotted paths, such as `realm_access.roles`. */
  scopeClaims: readonly string[];
}

export type ExternalIssuer = ReturnType<typeof externalIssuer>;

/** JWK Set (RFC 7517, section 5). */
type KeySet = { keys: JSONWebKey[] };

/** While the issuer is unreachable, known keys stay valid for this time. */
const MAX_OUTAGE_MS = 24 * 3_600_000;
const MAX_CACHED_KEYS = 50;
/** Time limit of discovery and keys together. */
const TIMEOUT_MS = 5000;
/** Discovery documents and key sets have a few kilobytes. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
/** Minimum length of RSA keys in bits (RFC 7518, section 3.3). */
const MIN_MODULUS_LENGTH = 2048;

/** `refreshMs` is how long a key is used, even a removed one; `cooldownMs` is the minimum time between two requests for keys. */
export function externalIssuer(settings: IssuerSettings, { refreshMs = 600_000, cooldownMs = 5000 } = {}) {
  let recentKeys: Promise<KeySet> | undefined;
  const client = new JwksClient({
    jwksUri: settings.issuer,
    cacheMaxAge: refreshMs,
    cacheMaxAgeFallback: MAX_OUTAGE_MS,
    cacheMaxEntries: MAX_CACHED_KEYS,
    fetcher: () => {
      if (recentKeys === undefined) {
        recentKeys = fetchKeys(settings.issuer);
        setTimeout(() => {
          recentKeys = undefined;
        }, cooldownMs).unref();
      }
      return recentKeys;
    },
  });
  return {
    ...settings,
    /** The keys that may have signed a token with this header. Throws unauthorized and service-unavailable. */
    async keysFor({ kid }: JwtHeader): Promise<KeyObject[]> {
      try {
        // `kid` is optional in tokens (RFC 7515, section 4.1.4): without it, each key is tried.
        const keys = kid === undefined ? await client.getSigningKeys() : [await client.getSigningKey(kid)];
        return keys.map((key) => createPublicKey(key.getPublicKey())).filter(isStrong);
      } catch (cause) {
        if (cause instanceof SigningKeyNotFoundError)
          throw invalidToken('The token is signed with an unknown key', cause);
        // 503 instead of 401: the token may be valid, so the client must not discard it.
        throw temporarilyUnavailable('The keys of the token issuer are currently unavailable.', cause);
      }
    },
  };
}

function isStrong({ asymmetricKeyDetails }: KeyObject): boolean {
  return (asymmetricKeyDetails?.modulusLength ?? MIN_MODULUS_LENGTH) >= MIN_MODULUS_LENGTH;
}

async function fetchKeys(issuer: string): Promise<KeySet> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const metadata = (await fetchJson(url, signal)) as { issuer?: unknown; jwks_uri?: unknown };
  // Prevents one issuer from impersonating another (OpenID Connect Discovery, section 4.3).
  if (metadata.issuer !== issuer) throw new Error(`${url} names a different issuer`);
  const keysUrl = new URL(String(metadata.jwks_uri));
  // Keys fetched without TLS could be replaced in transit.
  if (keysUrl.protocol !== new URL(issuer).protocol)
    throw new Error(`${keysUrl} must use the same protocol as the issuer`);
  return (await fetchJson(keysUrl.href, signal)) as KeySet;
}

async function fetchJson(url: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`${url} returned ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`${url} returned more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString());
}
