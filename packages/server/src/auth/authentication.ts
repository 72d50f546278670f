/** Token verification by koa-jwt, and what koa-jwt does not check (RFC 7519, RFC 8725). */
import { requestLimits } from '@semantic-search/contract';
import type { IssuedToken } from '@semantic-search/contract/storage';
import { jwtVerify } from 'jose';
import jsonwebtoken, { type JwtHeader, type JwtPayload } from 'jsonwebtoken';
import type { Context, Middleware } from 'koa';
import type jwt from 'koa-jwt';
import { invalidToken, missingToken } from '../errors/unauthorized.ts';
import { allowOrigin } from '../http/cors.ts';
import { accessOf, CLOCK_SKEW_SECONDS } from './claims.ts';
import type { ExternalIssuer } from './external-issuer.ts';
import { audiences, ISSUER, type KeyRing, type TokenKind, tokenTypes } from './key-ring.ts';
import type { Access } from './permission.ts';
import { isoOf } from './token-id.ts';
import type { Person } from './token-issuer.ts';
import type { TokenStore } from './token-store.ts';

export interface TokenRules {
  keys: KeyRing;
  /** External issuer of access tokens; null if none is configured. */
  external: ExternalIssuer | null;
  isRevoked(jti: string): boolean;
  /** Records the use of a token that this server issued. */
  use?: TokenStore['use'];
  /** Renewal of a session by its token ID: asks the provider. In memory only, because refresh tokens are secret. */
  renewals: Map<string, () => Promise<Person>>;
  /** Token for feed requests without a token; null or absent if the feed of this configuration requires one. */
  feedToken?(configuration: number): string | null;
}

const OWN_ALGORITHM = 'HS256';
/** Only asymmetric algorithms, which prevents algorithm confusion. */
const externalAlgorithms = ['RS256', 'ES256'];
/** RFC 9864 renames EdDSA with this curve to Ed25519. */
const edDsaNames = ['EdDSA', 'Ed25519'];

/** Options of koa-jwt. */
export function jwtOptions({ keys, external, isRevoked, feedToken }: TokenRules): jwt.Options {
  const options = {
    getToken: (ctx: Context) => bearerToken(ctx, feedToken),
    secret: async (header: JwtHeader) =>
      external && externalAlgorithms.includes(header.alg)
        ? external.keysFor(header)
        : ownKeysFor(header, keys),
    algorithms: [OWN_ALGORITHM, ...(external ? externalAlgorithms : [])],
    issuer: external ? [ISSUER, external.issuer] : ISSUER,
    clockTolerance: CLOCK_SKEW_SECONDS,
    isRevoked: async (_ctx: Context, { payload }: { payload: JwtPayload }) => isRevoked(payload.jti ?? ''),
    complete: true,
    key: 'token',
  };
  // The types of koa-jwt allow only strings and buffers as keys; KeyObjects are four times as fast.
  return options as unknown as jwt.Options;
}

/** Verifies EdDSA tokens of the external issuer, which the library of koa-jwt cannot verify. Runs before koa-jwt. */
export function verifyEdDsa({ external, isRevoked, feedToken }: TokenRules): Middleware {
  return async (ctx, next) => {
    if (!external) return next();
    const token = bearerToken(ctx, feedToken);
    const header = unverifiedHeader(token);
    if (!header || !edDsaNames.includes(header.alg)) return next();
    const keys = await external.keysFor(header);
    const options = { issuer: external.issuer, clockTolerance: CLOCK_SKEW_SECONDS, algorithms: edDsaNames };
    try {
      const { payload } = await Promise.any(keys.map((key) => jwtVerify(token, key, options)));
      if (isRevoked(payload.jti ?? '')) throw new Error('Token revoked');
      ctx.state.token = { header, payload: payload as JwtPayload };
    } catch (cause) {
      ctx.throw(401, { originalError: decisiveError(cause) });
    }
    await next();
  };
}

/** Each key has an error. The error of the right key names a claim; the others are about the signature. */
function decisiveError(cause: unknown): unknown {
  const errors = cause instanceof AggregateError ? cause.errors : [cause];
  return errors.find(({ claim }) => claim !== undefined) ?? cause;
}

/** Checks what koa-jwt does not: type, extensions, audience and claims. Sets `access`. */
export function tokenAccess({ external, use }: TokenRules): Middleware {
  return (ctx, next) => {
    const { header, payload } = ctx.state.token as { header: JwtHeader; payload: JwtPayload };
    const kind = kindOf(header);
    if (kind === 'access' && ctx.req.headers.authorization === undefined)
      throw invalidToken('Only a publishable token may be in the address');
    const ownIssuer = { issuer: ISSUER, audience: audiences[kind] };
    const access = accessOf(kind, payload, header.alg === OWN_ALGORITHM ? ownIssuer : external!);
    ctx.state.access = access;
    const { jti } = access;
    if (jti && header.alg === OWN_ALGORITHM) use?.(jti, () => describedToken(jti, access, payload));
    const { origin } = ctx.req.headers;
    // A page whose origin is not in the token can read only the rejection. Access tokens need a listed origin.
    if (origin !== undefined && kind === 'publishable') allowOrigin(ctx, origin);
    return next();
  };
}

/** The token for the list. Without a time of issue, its lifetime counts as zero, so that the list omits the token. */
function describedToken(jti: string, access: Access, { iat }: JwtPayload): IssuedToken {
  const { kind, subject: name, configurations, origins, scopes, spaces, filter, expirySeconds } = access;
  return {
    jti,
    name,
    configurations: [...configurations],
    ...(kind === 'access' && { scopes: [...scopes] }),
    ...(spaces && { spaces: [...spaces] }),
    ...(origins && { origins: [...origins] }),
    ...(filter && { filter }),
    issued: isoOf(iat ?? expirySeconds),
    expires: isoOf(expirySeconds),
  };
}

/** The header, used only to select keys; undefined for a malformed token. */
function unverifiedHeader(token: string): JwtHeader | undefined {
  try {
    return jsonwebtoken.decode(token, { complete: true })?.header;
  } catch {
    return undefined;
  }
}

/** Bearer token of the Authorization header (RFC 6750, section 2.1). Throws unauthorized. */
function bearerToken(ctx: Context, feedToken: TokenRules['feedToken']): string {
  const { authorization = queryAuthorization(ctx, feedToken) } = ctx.req.headers;
  if (!/^bearer(?: |$)/i.test(authorization)) throw missingToken();
  const token = authorization.slice('bearer '.length).trim();
  if (token.length > requestLimits.tokenCharacters || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token))
    throw invalidToken('The token is malformed');
  return token;
}

/** `navigator.sendBeacon` and feed readers cannot set headers, so the token is in the query (RFC 6750, section 2.3). */
function queryAuthorization({ method, path, query }: Context, feedToken: TokenRules['feedToken']): string {
  const isBeacon = method === 'POST' && /^\/api\/configurations\/\d+\/events\/?$/.test(path);
  const feedId = method === 'GET' ? /^\/api\/configurations\/(\d+)\/feed$/.exec(path)?.[1] : undefined;
  if (!isBeacon && feedId === undefined) return '';
  const defaultToken = feedId === undefined ? null : feedToken?.(Number(feedId));
  const token = query.access_token ?? defaultToken;
  return typeof token === 'string' ? `Bearer ${token}` : '';
}

function ownKeysFor(header: JwtHeader, keys: KeyRing) {
  const family = keys[kindOf(header)];
  // A token without a key ID may be signed with any key of its family.
  const candidates = header.kid === undefined ? family : family.filter(({ kid }) => kid === header.kid);
  if (candidates.length === 0) throw invalidToken('The token is signed with an unknown key');
  return candidates.map(({ key }) => key);
}

/** Access tokens of other issuers often have the type `JWT` or none; publishable tokens always have their own. */
function kindOf({ alg, typ, crit }: JwtHeader): TokenKind {
  // No extensions are supported, so every `crit` header is rejected (RFC 7515, section 4.1.11).
  if (crit !== undefined) throw invalidToken('The token has an unsupported critical extension');
  if (typ === undefined) return 'access';
  const type = String(typ)
    .toLowerCase()
    .replace(/^application\//, '');
  if (type === tokenTypes.publishable && alg === OWN_ALGORITHM) return 'publishable';
  if (type === tokenTypes.access || type === 'jwt') return 'access';
  throw invalidToken('The token has the wrong type');
}
