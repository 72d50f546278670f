/** Access tokens of an OpenID Connect issuer: its keys are found by discovery and kept for a while (RFC 8414, RFC 7517). */
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { ProblemError } from '../errors.ts';
import { clockSkew, TokenError } from './claims.ts';

export interface ExternalIssuer {
  /** Where its tokens name their scopes: names of claims or paths into them, such as `realm_access.roles`. */
  readonly scopeClaims: readonly string[];
  /** For how long what was verified may be believed without its keys, in milliseconds. */
  readonly trust: number;
  /** The claims. Rejects with TokenError, or with service-unavailable when the issuer's keys cannot be had. */
  verify(token: string): Promise<JWTPayload>;
}

export interface IssuerSettings {
  issuer: string;
  audience: string;
  scopeClaims: readonly string[];
}

/** In milliseconds. */
export interface KeyTimes {
  /** After so long the keys are asked for again, so that one that the issuer dropped ends here too. */
  refresh?: number;
  /** So long they are not asked for again, whatever keys tokens name: as long is a new key of the issuer unknown. */
  cooldown?: number;
}

/**
 * All are signatures by a private key, so that no key of the issuer can be mistaken for a secret. The last is what RFC 9864
 * calls EdDSA with this curve.
 */
export const externalAlgorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];

/** So long after it could not be asked it is not asked again, in milliseconds. */
const longestGrudge = 1000;
/** Longest wait for the issuer, in milliseconds. */
const timeout = 5000;

export function externalIssuer(
  { issuer, audience, scopeClaims }: IssuerSettings,
  { refresh = 600_000, cooldown = 5000 }: KeyTimes = {},
): ExternalIssuer {
  let keys: Promise<Keys> | undefined;
  let due = 0;

  function discovered(): Promise<Keys> {
    keys ??= discover(issuer, cooldown).catch((error) => {
      // Whoever sends what looks like a token would have the issuer asked each time.
      const forget = () => {
        keys = undefined;
      };
      setTimeout(forget, Math.min(cooldown, longestGrudge)).unref();
      throw error;
    });
    return keys;
  }

  /** In the background: while the issuer cannot be asked, the keys that are known go on working. */
  function refreshWhenDue({ reload }: Keys): void {
    if (Date.now() < due) return;
    due = Date.now() + cooldown;
    reload().then(
      () => {
        due = Date.now() + refresh;
      },
      () => undefined, // The next token after the cooldown tries again.
    );
  }

  return {
    scopeClaims,
    trust: refresh,
    async verify(token) {
      try {
        const found = await discovered();
        refreshWhenDue(found);
        const options = { issuer, audience, algorithms: externalAlgorithms, clockTolerance: clockSkew };
        return await verified(token, found, options);
      } catch (error) {
        throw isFaultOfToken(error) ? new TokenError(reasonOf(error), { cause: error }) : unavailable(error);
      }
    },
  };
}

type Keys = ReturnType<typeof createRemoteJWKSet>;

async function verified(token: string, keys: Keys, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return verifiedByOneOf(token, error, options);
  }
}

/** Keys need no ids, nor tokens the id of theirs (RFC 7517, section 4.5): then each is tried. */
async function verifiedByOneOf(
  token: string,
  keys: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for await (const key of keys) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

async function discover(issuer: string, cooldownDuration: number): Promise<Keys> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const found = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Otherwise one issuer could speak for another (OpenID Connect Discovery, section 4.3).
  if (found.issuer !== issuer) throw new Error(`${url} is about another issuer`);
  const place = new URL(String(found.jwks_uri));
  // Keys that anyone on the way could replace are none.
  if (place.protocol !== new URL(issuer).protocol) throw new Error(`${place} is less safe than the issuer`);
  const cacheMaxAge = Number.POSITIVE_INFINITY;
  return createRemoteJWKSet(place, { timeoutDuration: timeout, cooldownDuration, cacheMaxAge });
}

const faultsOfTokens = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
];

function isFaultOfToken(error: unknown): boolean {
  return faultsOfTokens.some((fault) => error instanceof fault);
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `The token is not acceptable because of its ${error.claim}`;
  }
  return 'The token is malformed or its signature is wrong';
}

/** It is not the token's fault, so the client is not told to get another one. */
function unavailable(cause: unknown): ProblemError {
  return new ProblemError(
    'service-unavailable',
    'The issuer of the token cannot be asked for its keys now.',
    {
      cause,
      headers: { 'Retry-After': '5' },
    },
  );
}
