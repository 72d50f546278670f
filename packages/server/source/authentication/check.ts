/** Checks a bearer token: signature, then every claim that koa-jwt lets pass (RFC 7519, RFC 8725). */
import { hash } from 'node:crypto';
import type { Scope } from '@semantic-search/contract';
import type { Context } from 'koa';
import jwt from 'koa-jwt';
import type { KeyRing, TokenKind } from './keys.ts';
import type { Access } from './permission.ts';

/** Why a token is not acceptable, in words for the one who sent it. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

export interface TokenRules {
  keys: KeyRing;
  issuer: string;
  audience: Record<TokenKind, string>;
  isRevoked(jti: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export type TokenCheck = (ctx: Context, token: string) => Promise<Access>;

export const tokenTypes: Record<TokenKind, string> = { access: 'at+jwt', publishable: 'publishable+jwt' };

/** Clocks may differ by so many seconds in `nbf` and `iat`. An `exp` is held to the second. */
const clockSkew = 60;
const mostRemembered = 10_000;
const scopes: ReadonlySet<string> = new Set<Scope>([
  'search',
  'configurations:read',
  'configurations:write',
  'spaces:write',
  'tokens:write',
]);

interface Header {
  alg: string;
  typ?: unknown;
  kid?: unknown;
}

type Claims = Record<string, unknown>;

/** The returned check rejects with TokenError. Checked tokens are remembered until they end. */
export function tokenCheck(rules: TokenRules): TokenCheck {
  const now = rules.now ?? Date.now;
  const verify = { access: verifier(rules, 'access'), publishable: verifier(rules, 'publishable') };
  const remembered = new Map<string, Access>();

  return async (ctx, token) => {
    const digest = hash('sha256', token, 'base64');
    let access = remembered.get(digest);
    if (!access) {
      const header = headerOf(token);
      const kind = kindOf(header);
      const claims = await verify[kind](ctx, token);
      access = accessOf(kind, claims, now() / 1000);
      if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
      remembered.set(digest, access);
    }
    if (access.expires <= now() / 1000) {
      remembered.delete(digest);
      throw new TokenError('The token has expired');
    }
    if (access.jti !== null && rules.isRevoked(access.jti)) throw new TokenError('The token was revoked');
    return access;
  };
}

function verifier(rules: TokenRules, kind: TokenKind): (ctx: Context, token: string) => Promise<unknown> {
  // The types of koa-jwt know strings and buffers only; its verifier takes KeyObjects, four times as fast.
  const options: unknown = {
    algorithms: ['HS256'],
    issuer: rules.issuer,
    audience: rules.audience[kind],
    clockTolerance: clockSkew,
    passthrough: true,
    key: 'claims',
    getToken: (ctx: Context) => ctx.state.bearer,
    secret: async ({ kid }: Header) => keysFor(rules.keys, kind, kid),
  };
  const check = jwt(options as jwt.Options);
  return async (ctx, token) => {
    ctx.state.bearer = token;
    await check(ctx, async () => undefined);
    const { claims, jwtOriginalError: error } = ctx.state as { claims?: unknown; jwtOriginalError?: Error };
    if (error) throw new TokenError(reasonOf(error), { cause: error });
    return claims;
  };
}

function keysFor(keys: KeyRing, kind: TokenKind, kid: unknown) {
  const family = kid === undefined ? keys[kind] : keys[kind].filter((key) => key.kid === kid);
  if (family.length === 0) throw new Error('unknown key');
  return family.map(({ key }) => key);
}

/** Unverified: good for choosing the keys, and for refusing. */
function headerOf(token: string): Header {
  let header: unknown;
  try {
    header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
  } catch (cause) {
    throw new TokenError('The token is malformed', { cause });
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new TokenError('The token is malformed');
  }
  // No extension is understood here, so whatever is critical is unknown (RFC 7515, section 4.1.11).
  if ('crit' in header) throw new TokenError('The token has a critical extension that is not understood');
  return header as Header;
}

/** Access tokens of other issuers often say `JWT` or nothing; a publishable token always says what it is. */
function kindOf({ typ }: Header): TokenKind {
  if (typ === undefined) return 'access';
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  if (type === tokenTypes.publishable) return 'publishable';
  if (type === tokenTypes.access || type === 'jwt') return 'access';
  throw new TokenError('The token is of another type');
}

function accessOf(kind: TokenKind, payload: unknown, now: number): Access {
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
  return new Set(words.filter((word): word is Scope => scopes.has(word)));
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

function reasonOf(error: Error): string {
  const message = error.message;
  if (message === 'jwt expired') return 'The token has expired';
  if (message === 'jwt not active') return 'The token is not valid yet (nbf)';
  if (message.startsWith('jwt audience')) return 'The token is for another audience';
  if (message.startsWith('jwt issuer')) return 'The token is from another issuer';
  return 'The token is malformed or its signature is wrong';
}
