/** Validates the claims of a verified token and converts them to permissions (RFC 7519, section 4). */
import { DocumentScope, type Scope, scopes } from '@semantic-search/contract';
import { invalidToken } from '../errors/unauthorized.ts';
import { validationErrors } from '../validation.ts';
import type { TokenKind } from './key-ring.ts';
import type { Access } from './permission.ts';

/** End of the year 9999; later times have no ISO 8601 form, so their tokens could not be revoked. */
const MAX_EXPIRY_SECONDS = Date.UTC(10_000, 0) / 1000 - 1;
/** Tolerance for `nbf` and `iat`; `exp` has none. */
export const CLOCK_SKEW_SECONDS = 60;

/** Valid token IDs (`jti`) of any issuer: visible characters only, because people copy IDs to revoke tokens. */
export const tokenIdForm = /^[!-~]{1,200}$/u;

const knownScopes: ReadonlySet<string> = new Set(scopes);

type Claims = Record<string, unknown>;

/** What the claims of a token must say. */
export interface ExpectedClaims {
  issuer: string;
  audience: string;
  /** Paths of the scopes in tokens of an external issuer; tokens of this server use `scope`. */
  scopeClaims?: readonly string[];
}

/**
 * Throws unauthorized. The claims `configurations` and `origins` of an external issuer are ignored; its `spaces` and `filter`
 * limit the token, because ignoring them would widen it.
 */
export function accessOf(
  kind: TokenKind,
  payload: unknown,
  { issuer, audience, scopeClaims }: ExpectedClaims,
): Access {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw invalidToken('The token has no claims');
  }
  const claims = payload as Claims;
  if (claims.iss !== issuer) throw invalidToken('The token is from another issuer');
  if (![claims.aud].flat().includes(audience)) throw invalidToken('The token is for another audience');
  const now = Date.now() / 1000;
  if (!isTime(claims.exp)) throw invalidToken('The token has no expiry time (exp)');
  if (claims.exp > MAX_EXPIRY_SECONDS) {
    throw invalidToken('The expiry time of the token (exp) is later than the year 9999; it is in seconds');
  }
  if (claims.exp <= now) throw invalidToken('The token has expired');
  if (claims.iat !== undefined && !(isTime(claims.iat) && claims.iat <= now + CLOCK_SKEW_SECONDS)) {
    throw invalidToken('The token was issued in the future (iat)');
  }
  const isForeign = scopeClaims !== undefined;
  const jti = optionalText(claims, 'jti');
  if (kind === 'publishable' && jti === null) throw invalidToken('The token has no ID (jti)');
  if (jti !== null && !tokenIdForm.test(jti)) {
    throw invalidToken("The token's ID (jti) must be 1 to 200 visible ASCII characters");
  }
  return {
    kind,
    subject: optionalText(claims, 'sub') || 'unknown',
    scopes: kind === 'publishable' ? new Set(['search']) : scopesOf(claims, scopeClaims),
    configurations: isForeign ? new Set() : configurationsOf(claims),
    origins: isForeign ? null : originsOf(claims),
    spaces: spacesOf(claims),
    filter: filterOf(claims),
    jti,
    expires: claims.exp,
  };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function optionalText(claims: Claims, name: string): string | null {
  const value = claims[name];
  if (value === undefined) return null;
  if (typeof value === 'string' && value.length <= 1000) return value;
  throw invalidToken(`The token's ${name} is not a string`);
}

/** Ignores unknown scopes, which belong to other services. */
function scopesOf(claims: Claims, paths?: readonly string[]): Set<Scope> {
  const words = paths
    ? paths.flatMap((path) => wordsAt(claims, path))
    : (optionalText(claims, 'scope') ?? '').split(' ');
  return new Set(words.filter((word): word is Scope => knownScopes.has(word)));
}

/** A space-separated string (RFC 8693, section 4.2) or a list, as identity providers use for roles. */
export function wordsAt(claims: Claims, path: string): string[] {
  const value = valueAt(claims, path);
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') return value.split(' ');
  if (Array.isArray(value) && value.every((word) => typeof word === 'string')) return value;
  throw invalidToken(`The token's ${path} is neither a string nor a list of strings`);
}

/** Resolves a dotted path; claim names that contain dots themselves, such as URLs, take precedence. */
function valueAt(claims: unknown, path: string): unknown {
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) return undefined;
  if (Object.hasOwn(claims, path)) return (claims as Claims)[path];
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    if (Object.hasOwn(claims, name)) return valueAt((claims as Claims)[name], path.slice(dot + 1));
  }
  return undefined;
}

function configurationsOf({ configurations = [] }: Claims): Set<number> {
  if (Array.isArray(configurations) && configurations.every(Number.isInteger)) return new Set(configurations);
  throw invalidToken("The token's configurations are not a list of IDs");
}

function originsOf({ origins }: Claims): Set<string> | null {
  if (origins === undefined) return null;
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string'))
    return new Set(origins);
  throw invalidToken("The token's origins are not a list of origins");
}

function spacesOf({ spaces }: Claims): Set<string> | null {
  if (spaces === undefined) return null;
  if (Array.isArray(spaces) && spaces.every((space) => typeof space === 'string')) return new Set(spaces);
  throw invalidToken("The token's spaces are not a list of names");
}

function filterOf({ filter }: Claims): DocumentScope | null {
  if (filter === undefined) return null;
  const [error] = validationErrors(DocumentScope, filter);
  if (error) throw invalidToken(`The token's filter is invalid: ${error.key || 'it'} ${error.message}`);
  return filter as DocumentScope;
}
