/** Access tokens of an OpenID Connect issuer: its keys are found by discovery and kept for a while (RFC 8414, RFC 7517). */
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { ProblemError } from '../errors.ts';
import { clockSkew, TokenError } from './claims.ts';

export interface ExternalIssuer {
  /** The claims. Rejects with TokenError, or with service-unavailable when the issuer's keys cannot be had. */
  verify(token: string): Promise<JWTPayload>;
}

/** All are signatures by a private key, so that no key of the issuer can be mistaken for a secret. */
export const externalAlgorithms = ['RS256', 'ES256', 'EdDSA'];

/** Longest wait for the issuer, in milliseconds. */
const timeout = 5000;

export function externalIssuer({ issuer, audience }: { issuer: string; audience: string }): ExternalIssuer {
  let keys: Promise<JWTVerifyGetKey> | undefined;

  function discovered(): Promise<JWTVerifyGetKey> {
    keys ??= discover(issuer).catch((error) => {
      keys = undefined;
      throw error;
    });
    return keys;
  }

  return {
    async verify(token) {
      try {
        const options = { issuer, audience, algorithms: externalAlgorithms, clockTolerance: clockSkew };
        const { payload } = await jwtVerify(token, await discovered(), options);
        return payload;
      } catch (error) {
        throw isFaultOfToken(error) ? new TokenError(reasonOf(error), { cause: error }) : unavailable(error);
      }
    },
  };
}

async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const found = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
  // Otherwise one issuer could speak for another (OpenID Connect Discovery, section 4.3).
  if (found.issuer !== issuer) throw new Error(`${url} is about another issuer`);
  return createRemoteJWKSet(new URL(String(found.jwks_uri)), { timeoutDuration: timeout });
}

const faultsOfTokens = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
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
