/** Routes of sessions: sign in by a link or a provider, read, sign out. */
import type { KeyObject } from 'node:crypto';
import type Router from '@koa/router';
import * as api from '@semantic-search/contract';
import jsonwebtoken, { type Jwt, type JwtPayload } from 'jsonwebtoken';
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';
import { invalidToken } from '../../errors/unauthorized.ts';
import { configurationBodyLimit, readJson } from '../../http/requests/body.ts';
import { parse } from '../../validation.ts';
import type { Authority } from '../authority.ts';
import { audiences, ISSUER } from '../key-ring.ts';
import { operationRoutes } from '../operation-routes.ts';
import { type Access, requireAccess } from '../permission.ts';
import { isoOf } from '../token-id.ts';
import { CODE_TYPE } from '../token-issuer.ts';
import * as sessions from './session.ts';
import type { Provider, SignedIn } from './sign-in-provider.ts';

/** Scopes of the token for previews. */
const SEARCH_SCOPES: readonly api.Scope[] = ['search', 'configurations:read'];

/** Name of the signed cookie with `state`, `nonce` and PKCE verifier. Sign-ins in several tabs rarely have the same name. */
const checksCookie = (state: string) => `semantic-search-sign-in-${state.replaceAll(/\W/g, '').slice(0, 2)}`;
/** Time to sign in at the provider. */
const CHECKS_MS = 600_000;
const checksOptions = { path: '/api/session', sameSite: 'strict', signed: true } as const;

export function sessionRoutes(authority: Authority, provider: Provider | null): Router {
  return operationRoutes({
    signIn: (ctx) => signIn(ctx, authority, provider),
    startSignIn: (ctx) => startSignIn(ctx, provider),
    getSession: (ctx) => outcome(ctx.state.isSession ? requireAccess(ctx) : null, authority),
    signOut: (ctx) => signOut(ctx, authority),
  });
}

async function signIn(
  ctx: Context,
  authority: Authority,
  provider: Provider | null,
): Promise<api.SessionOutcome> {
  sessions.requireOwnPage(ctx);
  const { issuer, rules } = authority;
  const request = parse(api.SignInRequest, readJson(ctx, configurationBodyLimit));
  const isOfProvider = request.state !== undefined;
  const person: SignedIn = isOfProvider
    ? await requireProvider(provider).finish(responseUrlOf(ctx, request), checksOf(ctx, request.state!))
    : await holderOf(request.code, authority);
  const { subject, scopes, renew } = person;
  const fixedLifetime = isOfProvider ? sessions.UNASKED_SESSION_SECONDS : sessions.SESSION_SECONDS;
  const lifetime = renew ? sessions.PROVIDER_SESSION_SECONDS : fixedLifetime;
  const maxLifetime = sessions.MAX_SESSION_SECONDS;
  const session = await issuer.session({ subject, scopes, lifetime, maxLifetime });
  if (renew) sessions.rememberRenewal(rules, session.jti, renew);
  sessions.setSession(ctx, { token: session.token, isOfProvider });
  const expirySeconds = Date.parse(session.expires) / 1000;
  return outcome({ subject, scopes: new Set(scopes), expirySeconds }, authority);
}

/** The code is revoked before the session begins, so that two requests cannot use the same code. */
async function holderOf(code: string, { rules, tokens }: Authority): Promise<SignedIn> {
  const { jti, exp, sub, scope } = claimsOf(code, rules);
  if (!(await tokens.revoke(jti, isoOf(exp)))) throw codeWasUsed();
  return { subject: sub, scopes: api.scopes.filter((name) => scope.split(' ').includes(name)) };
}

/** A page of this server reads the answer of the provider, so the cookie can be `SameSite=Strict`. */
async function startSignIn(ctx: Context, provider: Provider | null): Promise<api.SignInStart> {
  sessions.requireOwnPage(ctx);
  const { address, state, checks } = await requireProvider(provider).begin(callbackOf(ctx));
  ctx.cookies.set(checksCookie(state), checks, { ...checksOptions, maxAge: CHECKS_MS });
  return { address };
}

function checksOf(ctx: Context, state: string): string {
  const checks = ctx.cookies.get(checksCookie(state), { signed: true });
  if (!checks) throw invalidToken('This browser did not begin the sign-in, or too long ago');
  ctx.cookies.set(checksCookie(state), null, checksOptions);
  return checks;
}

const responseUrlOf = (ctx: Context, response: api.SignInRequest) =>
  new URL(`${callbackOf(ctx)}?${new URLSearchParams(response as Record<string, string>)}`);

const callbackOf = (ctx: Context) => `${ctx.state.ownOrigin()}/studio`;

function requireProvider(provider: Provider | null): Provider {
  if (provider) return provider;
  throw new ProblemError('forbidden', 'The server has no provider for signing in.');
}

async function signOut(ctx: Context, { tokens }: Authority): Promise<api.SessionOutcome> {
  const { isSession, access } = ctx.state;
  if (isSession && access?.jti) {
    // Revoked until the latest possible end, because copies of the cookie may have been renewed until now.
    await tokens.revoke(access.jti, isoOf(Date.now() / 1000 + sessions.SESSION_SECONDS));
    sessions.setSession(ctx, null);
  }
  return { session: null };
}

type SessionAccess = Pick<Access, 'subject' | 'scopes' | 'expirySeconds'>;

async function outcome(access: SessionAccess | null, { issuer }: Authority): Promise<api.SessionOutcome> {
  if (!access) return { session: null };
  const { subject, scopes, expirySeconds } = access;
  const permitted = SEARCH_SCOPES.filter((scope) => scopes.has(scope));
  const search = await issuer.access({ subject, scopes: permitted, lifetime: sessions.SESSION_SECONDS });
  const described = { name: subject, scopes: [...scopes], expires: isoOf(expirySeconds) };
  return { session: { ...described, searchToken: search.token } };
}

/** Throws unauthorized. Codes have a type of their own: no token is a code, and no code is a token. */
function claimsOf(code: string, { keys, isRevoked }: Authority['rules']) {
  const verified = keys.access.map(({ key }) => verifiedJwt(code, key)).find((jwt) => jwt !== null);
  if (verified?.header.typ !== CODE_TYPE) throw invalidToken('The link is damaged, or from another server');
  const claims = verified.payload as JwtPayload & { jti: string; exp: number; sub: string; scope: string };
  if (isRevoked(claims.jti)) throw codeWasUsed();
  return claims;
}

/** Null if another key signed the code. Throws unauthorized for an expired code. */
function verifiedJwt(code: string, key: KeyObject): Jwt | null {
  const options = { algorithms: ['HS256' as const], issuer: ISSUER, audience: audiences.access };
  try {
    return jsonwebtoken.verify(code, key, { ...options, complete: true });
  } catch (error) {
    if (error instanceof jsonwebtoken.TokenExpiredError) throw invalidToken('The link has expired');
    if (error instanceof jsonwebtoken.JsonWebTokenError) return null;
    throw error;
  }
}

const codeWasUsed = () => invalidToken('The link was used already');
