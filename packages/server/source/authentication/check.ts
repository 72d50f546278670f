/** Checks a bearer token: signature, then every claim that koa-jwt lets pass (RFC 7519, RFC 8725). */
import { hash } from 'node:crypto';
import type { Context } from 'koa';
import jwt from 'koa-jwt';
import { accessOf, clockSkew, TokenError } from './claims.ts';
import { type ExternalIssuer, externalAlgorithms } from './external-issuer.ts';
import type { KeyRing, TokenKind } from './keys.ts';
import type { Access } from './permission.ts';

export interface TokenRules {
  keys: KeyRing;
  issuer: string;
  audience: Record<TokenKind, string>;
  /** Who issues tokens to people, beside this service; null when nobody does. */
  external: ExternalIssuer | null;
  isRevoked(jti: string): boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Told of every token that is looked at. */
  count?: (outcome: 'remembered' | 'checked') => void;
}

/** `token` is any text. Rejects with TokenError. */
export type TokenCheck = (ctx: Context, token: string) => Promise<Access>;

export const tokenTypes: Record<TokenKind, string> = { access: 'at+jwt', publishable: 'publishable+jwt' };

const mostRemembered = 10_000;

interface Remembered {
  access: Access;
  /** Milliseconds since 1970: then it is checked anew, for its key may be gone where it came from. */
  until: number;
}

interface Header {
  alg: string;
  typ?: unknown;
  kid?: unknown;
}

/** The returned check rejects with TokenError. Checked tokens are remembered until they end. */
export function tokenCheck(rules: TokenRules): TokenCheck {
  const now = rules.now ?? Date.now;
  const verify = { access: verifier(rules, 'access'), publishable: verifier(rules, 'publishable') };
  const remembered = new Map<string, Remembered>();

  let signedBy = [rules.keys.access, rules.keys.publishable];

  /** A key that was dropped takes the tokens with it that were checked with it. */
  function forgetDropped({ access, publishable }: KeyRing): void {
    if (access === signedBy[0] && publishable === signedBy[1]) return;
    signedBy = [access, publishable];
    remembered.clear();
  }

  async function checkAnew(ctx: Context, token: string, digest: string): Promise<Access> {
    const header = headerOf(token);
    const kind = kindOf(header);
    const { external } = rules;
    const foreign = external !== null && kind === 'access' && externalAlgorithms.includes(header.alg);
    const claims = await (foreign ? external.verify(token) : verify[kind](ctx, token));
    const access = accessOf(kind, claims, now() / 1000, foreign ? external.scopeClaims : undefined);
    if (remembered.size >= mostRemembered) remembered.delete(remembered.keys().next().value ?? '');
    remembered.set(digest, { access, until: foreign ? now() + external.trust : Number.POSITIVE_INFINITY });
    return inForce(access, digest);
  }

  function inForce(access: Access, digest: string): Access {
    if (access.expires <= now() / 1000) {
      remembered.delete(digest);
      throw new TokenError('The token has expired');
    }
    if (access.jti !== null && rules.isRevoked(access.jti)) throw new TokenError('The token was revoked');
    return access;
  }

  return async (ctx, token) => {
    forgetDropped(rules.keys);
    const digest = hash('sha256', token, 'base64');
    const known = remembered.get(digest);
    const good = known !== undefined && now() < known.until;
    rules.count?.(good ? 'remembered' : 'checked');
    return good ? inForce(known.access, digest) : checkAnew(ctx, token, digest);
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

/** Unverified: good for choosing the keys, and for refusing. */
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

function reasonOf(error: Error): string {
  const message = error.message;
  if (message === 'jwt expired') return 'The token has expired';
  if (message === 'jwt not active') return 'The token is not valid yet (nbf)';
  if (message.startsWith('jwt audience')) return 'The token is for another audience';
  if (message.startsWith('jwt issuer')) return 'The token is from another issuer';
  return 'The token is malformed or its signature is wrong';
}
