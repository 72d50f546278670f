/** Claims of a verified token, validated and converted to permissions (RFC 7519, section 4). */
import { DocumentScope, type Scope, scopes } from '@semantic-search/contract';
import Type, { type Static } from 'typebox';
import { invalidToken } from '../errors/unauthorized.ts';
import { isMembers, type Members, validationErrors } from '../validation.ts';
import type { TokenKind } from './key-ring.ts';
import type { Access } from './permission.ts';
import { tokenIdForm } from './token-id.ts';

/** End of the year 9999; later times have no ISO 8601 form, so their tokens could not be revoked. */
const MAX_EXPIRY_SECONDS = Date.UTC(10_000, 0) / 1000 - 1;
/** Tolerance for `nbf` and `iat`; `exp` has none. */
export const CLOCK_SKEW_SECONDS = 60;

const optionalText = Type.Optional(Type.String({ maxLength: 1000 }));
const optionalNames = Type.Optional(Type.Array(Type.String()));

/** Claims of all tokens that limit them or name their holder. */
const CommonClaims = Type.Object({
  jti: optionalText,
  sub: optionalText,
  spaces: optionalNames,
  filter: Type.Optional(DocumentScope),
});
/** Claims that an external issuer may use for another purpose. */
const OwnClaims = Type.Object({
  scope: optionalText,
  configurations: Type.Optional(Type.Array(Type.Integer())),
  origins: optionalNames,
});

type Claims = Members & Static<typeof CommonClaims> & Static<typeof OwnClaims> & { exp: number };

/** Claims that a token must have. */
interface ExpectedClaims {
  issuer: string;
  audience: string;
  /** Paths of the scopes in tokens of an external issuer; tokens of this server use `scope`. */
  scopeClaims?: readonly string[];
}

/** Throws unauthorized. External issuers may use `configurations` and `origins` otherwise; `spaces` and `filter` always limit. */
export function accessOf(kind: TokenKind, payload: unknown, expected: ExpectedClaims): Access {
  const claims = validClaims(payload, expected);
  const isForeign = expected.scopeClaims !== undefined;
  const { configurations, origins } = isForeign ? {} : claims;
  const { sub, spaces, filter = null, jti = null } = claims;
  if (kind === 'publishable' && jti === null) throw invalidToken('The token has no ID (jti)');
  return {
    kind,
    subject: sub || 'unknown',
    scopes: kind === 'publishable' ? new Set(['search']) : scopesOf(claims, expected.scopeClaims),
    configurations: new Set(configurations),
    origins: origins ? new Set(origins) : null,
    spaces: spaces ? new Set(spaces) : null,
    filter,
    jti,
    expirySeconds: claims.exp,
  };
}

function validClaims(payload: unknown, { issuer, audience, scopeClaims }: ExpectedClaims): Claims {
  if (!isMembers(payload)) throw invalidToken('The token has no claims');
  if (payload.iss !== issuer) throw invalidToken('The token is from another issuer');
  if (![payload.aud].flat().includes(audience)) throw invalidToken('The token is for another audience');
  requireTimes(payload);
  for (const schema of scopeClaims ? [CommonClaims] : [CommonClaims, OwnClaims]) {
    const [error] = validationErrors(schema, payload);
    if (error) throw invalidToken(`The token's ${error.key} ${error.message}`);
  }
  const claims = payload as Claims;
  if (claims.jti !== undefined && !tokenIdForm.test(claims.jti))
    throw invalidToken("The token's ID (jti) must be 1 to 200 visible ASCII characters");
  return claims;
}

/** Throws unauthorized for an impossible time of expiry or issue. */
function requireTimes({ exp, iat }: Members): void {
  const now = Date.now() / 1000;
  if (!isTime(exp)) throw invalidToken('The token has no expiry time (exp)');
  if (exp > MAX_EXPIRY_SECONDS)
    throw invalidToken('The expiry time of the token (exp) is later than the year 9999; it is in seconds');
  if (exp <= now) throw invalidToken('The token has expired');
  const isIssued = iat === undefined || (isTime(iat) && iat <= now + CLOCK_SKEW_SECONDS);
  if (!isIssued) throw invalidToken('The token was issued in the future (iat)');
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Ignores unknown scopes, because they belong to other services. */
function scopesOf(claims: Claims, paths?: readonly string[]): Set<Scope> {
  const words = paths ? paths.flatMap((path) => wordsAt(claims, path)) : (claims.scope ?? '').split(' ');
  return new Set(words.filter((word): word is Scope => scopes.some((scope) => scope === word)));
}

/** Words of a claim: a space-separated string (RFC 8693, section 4.2), or a list, as identity providers use for roles. */
export function wordsAt(claims: Record<string, unknown>, path: string): string[] {
  const value = valueAt(claims, path);
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.split(' ');
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
  throw invalidToken(`The token's ${path} is neither a string nor a list of strings`);
}

/** Resolves a dotted path; claim names that contain dots themselves, such as URLs, take precedence. */
function valueAt(claims: unknown, path: string): unknown {
  if (!isMembers(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return claims[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(claims, name)) return valueAt(claims[name], path.slice(dot + 1));
  }
  return undefined;
}
