/** Verifies access tokens of an OpenID Connect issuer against its JWKS. */
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { ProblemError } from '../errors/problem.ts';
import { CLOCK_SKEW_SECONDS, TokenError } from './claims.ts';
import { type IssuerKeys, issuerKeys, type KeyTimes } from './issuer-keys.ts';

export interface ExternalIssuer {
  /** Claims that contain scopes: claim names or dotted paths, such as `realm_access.roles`. */
  readonly scopeClaims: readonly string[];
  /** Maximum time in the cache for a verified token; then its key is checked again. */
  readonly maxCacheMs: number;
  /** The claims. Rejects with TokenError, or with service-unavailable if the issuer's keys are unavailable. */
  verify(token: string): Promise<JWTPayload>;
}

export interface IssuerSettings {
  issuer: string;
  audience: string;
  scopeClaims: readonly string[];
}

/** Asymmetric algorithms only, to prevent algorithm confusion. RFC 9864 renames EdDSA with this curve to Ed25519. */
export const externalAlgorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];

export function externalIssuer(
  { issuer, audience, scopeClaims }: IssuerSettings,
  { refreshMs = 600_000, cooldownMs = 5000 }: KeyTimes = {},
): ExternalIssuer {
  const keys = issuerKeys(issuer, { refreshMs, cooldownMs });
  const options = { issuer, audience, algorithms: externalAlgorithms, clockTolerance: CLOCK_SKEW_SECONDS };

  return {
    scopeClaims,
    maxCacheMs: refreshMs,
    async verify(token) {
      const current = await keys.current().catch(unavailable);
      try {
        return await verified(token, current, options);
      } catch (error) {
        const mayBeNew = error instanceof errors.JWKSNoMatchingKey;
        if (!mayBeNew || !(await keys.refreshed().catch(unavailable))) throw rejection(error);
      }
      return verified(token, current, options).catch((error) => {
        throw rejection(error);
      });
    },
  };
}

async function verified(token: string, keys: IssuerKeys, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    return verifiedByOneOf(token, error, options);
  }
}

/** `kid` is optional in keys and tokens (RFC 7517, section 4.5): without it, tries each key. */
async function verifiedByOneOf(
  token: string,
  keys: errors.JWKSMultipleMatchingKeys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  for await (const key of keys) {
    try {
      return (await jwtVerify(token, key, options)).payload;
    } catch (error) {
      // Other errors mean a different or an unusable key: try the next.
      if (isClaimError(error)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

type ClaimError = errors.JWTClaimValidationFailed | errors.JWTExpired;

/** Claims are validated only after the signature was verified. */
function isClaimError(error: unknown): error is ClaimError {
  return error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
}

/** The keys were fetched, so the token is invalid, even if it names an unusable key. */
function rejection(cause: unknown): TokenError {
  return new TokenError(reasonOf(cause), { cause });
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (isClaimError(error)) return `The token has an invalid ${error.claim} claim`;
  return 'The token is malformed or its signature is wrong';
}

/** 503 instead of 401: the token may be valid, so the client must not discard it. */
function unavailable(cause: unknown): never {
  const detail = 'The keys of the token issuer are currently unavailable.';
  throw new ProblemError('service-unavailable', detail, { cause, headers: { 'Retry-After': '5' } });
}
