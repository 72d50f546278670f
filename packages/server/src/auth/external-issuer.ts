/** Access tokens of an OpenID Connect issuer. */
import { errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import { ProblemError } from '../errors.ts';
import { CLOCK_SKEW_SECONDS, TokenError } from './claims.ts';
import { type IssuerKeys, issuerKeys, type KeyTimes } from './issuer-keys.ts';

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

/**
 * All are signatures by a private key, so that no key of the issuer can be mistaken for a secret. The last is what RFC 9864
 * calls EdDSA with this curve.
 */
export const externalAlgorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519'];

export function externalIssuer(
  { issuer, audience, scopeClaims }: IssuerSettings,
  { refresh = 600_000, cooldown = 5000 }: KeyTimes = {},
): ExternalIssuer {
  const keys = issuerKeys(issuer, { refresh, cooldown });
  const options = { issuer, audience, algorithms: externalAlgorithms, clockTolerance: CLOCK_SKEW_SECONDS };

  return {
    scopeClaims,
    trust: refresh,
    async verify(token) {
      const known = await keys.current().catch(unavailable);
      try {
        return await verified(token, known, options);
      } catch (error) {
        const mayBeNew = error instanceof errors.JWKSNoMatchingKey;
        if (!mayBeNew || !(await keys.refreshed().catch(unavailable))) throw refusal(error);
      }
      return verified(token, known, options).catch((error) => {
        throw refusal(error);
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
      // The others are of another key, or of one that nobody should use.
      if (isOfClaims(error)) throw error;
    }
  }
  throw new errors.JWSSignatureVerificationFailed();
}

type OfClaims = errors.JWTClaimValidationFailed | errors.JWTExpired;

/** They are looked at when the signature is good. */
function isOfClaims(error: unknown): error is OfClaims {
  return error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired;
}

/** Where the keys are had, it is the token that is at fault, be it that the key which it names is of no use. */
function refusal(cause: unknown): TokenError {
  return new TokenError(reasonOf(cause), { cause });
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (isOfClaims(error)) return `The token is not acceptable because of its ${error.claim}`;
  return 'The token is malformed or its signature is wrong';
}

/** It is not the token's fault, so the client is not told to get another one. */
function unavailable(cause: unknown): never {
  const detail = 'The issuer of the token cannot be asked for its keys now.';
  throw new ProblemError('service-unavailable', detail, { cause, headers: { 'Retry-After': '5' } });
}
