/** Verifies bearer tokens: signature, header, claims and revocation (RFC 7519, RFC 8725). */
import type { Context } from 'koa';
import jwt from 'koa-jwt';
import { accessOf, CLOCK_SKEW_SECONDS, TokenError } from './claims.ts';
import { type ExternalIssuer, externalAlgorithms } from './external-issuer.ts';
import type { KeyRing, TokenKind } from './key-ring.ts';
import type { Access } from './permission.ts';
import { type TokenCache, tokenCache } from './token-cache.ts';

export interface TokenRules {
  keys: KeyRing;
  issuer: string;
  audience: Record<TokenKind, string>;
  /** External issuer of access tokens; null if none is configured. */
  external: ExternalIssuer | null;
  isRevoked(jti: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Called for every token, for metrics. */
  count?: (outcome: 'remembered' | 'checked') => void;
}

/** `token` is any text. Rejects with TokenError. */
export type TokenCheck = (ctx: Context, token: string) => Promise<Access>;

export const tokenTypes: Record<TokenKind, string> = { access: 'at+jwt', publishable: 'publishable+jwt' };

interface Header {
  alg: string;
  typ?: unknown;
  kid?: unknown;
}

/** The returned function rejects with TokenError. Verified tokens are cached. */
export function tokenCheck(rules: TokenRules, checked: TokenCache = tokenCache(rules.keys)): TokenCheck {
  const now = rules.now ?? Date.now;
  const verify = { access: verifier(rules, 'access'), publishable: verifier(rules, 'publishable') };

  async function verifyUncached(ctx: Context, token: string): Promise<Access> {
    const header = headerOf(token);
    const kind = kindOf(header);
    const { external } = rules;
    const foreign = external !== null && kind === 'access' && externalAlgorithms.includes(header.alg);
    const claims = await (foreign ? external.verify(token) : verify[kind](ctx, token));
    const access = accessOf(kind, claims, now() / 1000, foreign ? external.scopeClaims : undefined);
    // The external issuer may remove the key, so its tokens are cached for a limited time.
    checked.keep(token, access, foreign ? external.maxCacheMs : Number.POSITIVE_INFINITY);
    return access;
  }

  /** A cached token can expire or be revoked later. */
  function requireCurrent({ expires, jti }: Access): void {
    if (expires <= now() / 1000) throw new TokenError('The token has expired');
    if (jti !== null && rules.isRevoked(jti)) throw new TokenError('The token was revoked');
  }

  return async (ctx, token) => {
    const cached = checked.find(token);
    rules.count?.(cached ? 'remembered' : 'checked');
    const access = cached ?? (await verifyUncached(ctx, token));
    requireCurrent(access);
    return access;
  };
}

function verifier(rules: TokenRules, kind: TokenKind): (ctx: Context, token: string) => Promise<unknown> {
  // The types of koa-jwt allow only strings and buffers; KeyObjects also work and are four times as fast.
  const options: unknown = {
    algorithms: ['HS256'],
    issuer: rules.issuer,
    audience: rules.audience[kind],
    clockTolerance: CLOCK_SKEW_SECONDS,
    passthrough: true,
    key: 'claims',
    getToken: (ctx: Context) => ctx.state.bearer,
    secret: async ({ kid }: Header) => keysFor(rules.keys, kind, kid),
  };
  const check = jwt(options as jwt.Options);
  return async (ctx, token) => {
    ctx.state.bearer = token;
    await check(ctx, async () => undefined);
    ctx.state.bearer = undefined;
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

/** The unverified header: used only to select keys and reject tokens. */
function headerOf(token: string): Header {
  let header: unknown;
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw new TokenError('The token is malformed');
  try {
    header = JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString());
  } catch (cause) {
    throw new TokenError('The token is malformed', { cause });
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw new TokenError('The token is malformed');
  }
  // No extensions are supported, so every `crit` header is rejected (RFC 7515, section 4.1.11).
  if ('crit' in header) throw new TokenError('The token has an unsupported critical extension');
  return header as Header;
}

/** Access tokens of other issuers often have the type `JWT` or none; publishable tokens always have their own. */
function kindOf({ typ }: Header): TokenKind {
  if (typ === undefined) return 'access';
  const type = typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : '';
  if (type === tokenTypes.publishable) return 'publishable';
  if (type === tokenTypes.access || type === 'jwt') return 'access';
  throw new TokenError('The token has the wrong type');
}

function reasonOf(error: Error): string {
  const message = error.message;
  if (message === 'jwt expired') return 'The token has expired';
  if (message === 'jwt not active') return 'The token is not valid yet (nbf)';
  if (message.startsWith('jwt audience')) return 'The token is for another audience';
  if (message.startsWith('jwt issuer')) return 'The token is from another issuer';
  return 'The token is malformed or its signature is wrong';
}
