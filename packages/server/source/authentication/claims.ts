/** What the claims of a verified token say, each checked for its type (RFC 7519, section 4). */
import { type Scope, scopes } from '@semantic-search/contract';
import type { TokenKind } from './keys.ts';
import type { Access } from './permission.ts';

/** Why a token is not acceptable, in words for the one who sent it. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/** Clocks may differ by so many seconds in `nbf` and `iat`. An `exp` is held to the second. */
export const clockSkew = 60;

const knownScopes: ReadonlySet<string> = new Set(scopes);

type Claims = Record<string, unknown>;

/** Throws TokenError. `now` in seconds since 1970. */
export function accessOf(kind: TokenKind, payload: unknown, now: number): Access {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw new TokenError('The token has no claims');
  }
  const claims = payload as Claims;
  if (!isTime(claims.exp)) throw new TokenError('The token has no end (exp)');
  if (claims.iat !== undefined && !(isTime(claims.iat) && claims.iat <= now + clockSkew)) {
    throw new TokenError('The token is from the future (iat)');
  }
  const jti = optionalText(claims, 'jti');
  if (kind === 'publishable' && jti === null) throw new TokenError('The token has no id (jti)');
  return {
    kind,
    subject: optionalText(claims, 'sub') ?? 'unknown',
    scopes: kind === 'publishable' ? new Set(['search']) : scopesOf(claims),
    configurations: configurationsOf(claims),
    origins: originsOf(claims),
    jti,
    expires: claims.exp,
  };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function optionalText(claims: Claims, name: string): string | null {
  const value = claims[name];
  if (value === undefined || value === '') return null;
  if (typeof value === 'string' && value.length <= 1000) return value;
  throw new TokenError(`The token's ${name} is not text`);
}

function scopesOf(claims: Claims): Set<Scope> {
  const words = (optionalText(claims, 'scope') ?? '').split(' ');
  return new Set(words.filter((word): word is Scope => knownScopes.has(word)));
}

function configurationsOf({ configurations = [] }: Claims): Set<number> {
  if (Array.isArray(configurations) && configurations.every(Number.isInteger)) return new Set(configurations);
  throw new TokenError("The token's configurations are not a list of ids");
}

function originsOf({ origins }: Claims): Set<string> | null {
  if (origins === undefined) return null;
  if (Array.isArray(origins) && origins.every((origin) => typeof origin === 'string'))
    return new Set(origins);
  throw new TokenError("The token's origins are not a list of origins");
}
