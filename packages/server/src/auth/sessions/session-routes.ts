/** Routes of sessions: sign in by a link or a provider, read, sign out. */
import Router from '@koa/router';
import {
  type Scope,
  type SessionOutcome,
  SignInRequest,
  type SignInStart,
  scopes,
} from '@semantic-search/contract';
import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';
import { invalidToken } from '../../errors/unauthorized.ts';
import { configurationBodyLimit, readJson } from '../../http/requests/body.ts';
import { parse } from '../../validation.ts';
import type { Authority } from '../authority.ts';
import type { Access } from '../permission.ts';
import { CODE_TYPE, SESSION_SECONDS } from '../token-issuer.ts';
import type { Provider } from './provider.ts';
import { PROVIDER_SESSION_SECONDS, rememberRenewal, requireOwnPage, setSession } from './session.ts';

type Parts = Pick<Authority, 'issuer' | 'rules' | 'tokens'>;

/** What the token for previews may do. */
const SEARCH_SCOPES: readonly Scope[] = ['search', 'configurations:read'];
/** A provider that issues no refresh token cannot be asked whether the person still has the role. */
const UNASKED_SESSION_SECONDS = 3600;

/** Keeps `state`, `nonce` and PKCE verifier, signed, while the person is at the provider. */
const CHECKS_COOKIE = 'semantic-search-sign-in';
const CHECKS_MS = 600_000;
const checksOptions = { path: '/api/session', sameSite: 'strict', signed: true } as const;

export function sessionRoutes(parts: Parts, provider: Provider | null): Router {
  const router = new Router({ prefix: '/api', sensitive: true });
  router.post('/session', (ctx) => signIn(ctx, parts, provider));
  router.post('/session/provider', (ctx) => startSignIn(ctx, provider));
  router.get('/session', async (ctx) => {
    ctx.body = await outcome(ctx.state.isSession ? ctx.state.access : null, parts);
  });
  router.delete('/session', (ctx) => signOut(ctx, parts));
  return router;
}

async function signIn(
  ctx: Context,
  { issuer, rules, tokens }: Parts,
  provider: Provider | null,
): Promise<void> {
  requireOwnPage(ctx);
  const request = parse(SignInRequest, readJson(ctx, configurationBodyLimit));
  const isOfProvider = request.state !== undefined;
  const person = isOfProvider
    ? await requireProvider(provider).finish(answerOf(ctx, request), checksOf(ctx))
    : await holderOf(request.code, rules, tokens);
  const { subject, scopes } = person;
  const renew = 'renew' in person ? person.renew : undefined;
  const unasked = isOfProvider && !renew ? UNASKED_SESSION_SECONDS : SESSION_SECONDS;
  const lifetime = renew ? PROVIDER_SESSION_SECONDS : unasked;
  const session = await issuer.session({ subject, scopes, lifetime });
  if (renew) rememberRenewal(rules, session.jti, renew);
  setSession(ctx, { token: session.token, isOfProvider });
  const expires = Date.parse(session.expires) / 1000;
  ctx.body = await outcome({ subject, scopes: new Set(scopes), expires }, { issuer });
}

/** A code is used up before the session begins, so that no two requests use it. */
async function holderOf(code: string, rules: Parts['rules'], tokens: Parts['tokens']) {
  const { jti, exp, sub, scope } = claimsOf(code, rules);
  if (!(await tokens.revoke(jti, new Date(exp * 1000).toISOString()))) throw used();
  return { subject: sub, scopes: scopes.filter((each) => scope.split(' ').includes(each)) };
}

/** A page of this server reads the answer of the provider, so the cookie can be `SameSite=Strict`. */
async function startSignIn(ctx: Context, provider: Provider | null): Promise<void> {
  requireOwnPage(ctx);
  const { address, checks } = await requireProvider(provider).begin(callbackOf(ctx));
  ctx.cookies.set(CHECKS_COOKIE, checks, { ...checksOptions, maxAge: CHECKS_MS });
  ctx.body = { address } satisfies SignInStart;
}

function checksOf(ctx: Context): string {
  const checks = ctx.cookies.get(CHECKS_COOKIE, { signed: true });
  if (!checks) throw invalidToken('This browser did not begin the sign-in, or too long ago');
  ctx.cookies.set(CHECKS_COOKIE, null, checksOptions);
  return checks;
}

function answerOf(ctx: Context, answer: SignInRequest): URL {
  return new URL(`${callbackOf(ctx)}?${new URLSearchParams(answer as Record<string, string>)}`);
}

const callbackOf = (ctx: Context) => `${ctx.state.ownOrigin()}/studio`;

function requireProvider(provider: Provider | null): Provider {
  if (provider) return provider;
  throw new ProblemError('forbidden', 'The server has no provider for signing in.');
}

async function signOut(ctx: Context, { tokens }: Parts): Promise<void> {
  const { isSession, access } = ctx.state;
  if (isSession && access.jti) {
    // Copies of the cookie may have been renewed until now.
    await tokens.revoke(access.jti, new Date(Date.now() + SESSION_SECONDS * 1000).toISOString());
    setSession(ctx, null);
  }
  ctx.body = { session: null } satisfies SessionOutcome;
}

type Person = Pick<Access, 'subject' | 'scopes' | 'expires'>;

async function outcome(person: Person | null, { issuer }: Pick<Parts, 'issuer'>): Promise<SessionOutcome> {
  if (!person) return { session: null };
  const { subject, expires } = person;
  const permitted = SEARCH_SCOPES.filter((scope) => person.scopes.has(scope));
  const search = await issuer.access({ subject, scopes: permitted, lifetime: SESSION_SECONDS });
  return {
    session: {
      name: subject,
      scopes: [...person.scopes],
      expires: new Date(expires * 1000).toISOString(),
      searchToken: search.token,
    },
  };
}

interface CodeClaims {
  jti: string;
  /** Seconds since 1970. */
  exp: number;
  sub: string;
  scope: string;
}

/** Throws unauthorized. Codes have a type of their own: no token is a code, and no code is a token. */
function claimsOf(code: string, { keys, issuer, audience, isRevoked }: Parts['rules']): CodeClaims {
  for (const { key } of keys.access) {
    try {
      const options = {
        algorithms: ['HS256' as const],
        issuer,
        audience: audience.access,
        complete: true as const,
      };
      const { header, payload } = jsonwebtoken.verify(code, key, options);
      const claims = payload as JwtPayload & CodeClaims;
      if (header.typ !== CODE_TYPE) break;
      if (isRevoked(claims.jti)) throw used();
      return claims;
    } catch (error) {
      if (!(error instanceof jsonwebtoken.JsonWebTokenError)) throw error;
      if (error instanceof jsonwebtoken.TokenExpiredError) throw invalidToken('The link has expired');
    }
  }
  throw invalidToken('The link is damaged, or from another server');
}

const used = () => invalidToken('The link was used already');
