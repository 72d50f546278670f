/** Routes to sign in with the code of a link, to read the session and to sign out. */
import Router from '@koa/router';
import { type Scope, type SessionOutcome, SignInRequest, scopes } from '@semantic-search/contract';
import jsonwebtoken, { type JwtPayload } from 'jsonwebtoken';
import type { Context } from 'koa';
import { invalidToken } from '../errors/unauthorized.ts';
import { configurationBodyLimit, readJson } from '../http/requests/body.ts';
import { parse } from '../validation.ts';
import type { Authority } from './authority.ts';
import type { Access } from './permission.ts';
import { requireOwnPage, setSession } from './session.ts';
import { CODE_TYPE, SESSION_SECONDS } from './token-issuer.ts';

type Parts = Pick<Authority, 'issuer' | 'rules' | 'tokens'>;

/** What the token for previews may do. */
const SEARCH_SCOPES: readonly Scope[] = ['search', 'configurations:read'];

export function sessionRoutes(parts: Parts): Router {
  const router = new Router({ prefix: '/api', sensitive: true });
  router.post('/session', (ctx) => signIn(ctx, parts));
  router.get('/session', async (ctx) => {
    ctx.body = await outcome(ctx.state.isSession ? ctx.state.access : null, parts);
  });
  router.delete('/session', (ctx) => signOut(ctx, parts));
  return router;
}

/** A code is used up before the session begins, so that no two requests use it. */
async function signIn(ctx: Context, parts: Parts): Promise<void> {
  requireOwnPage(ctx);
  const { code } = parse(SignInRequest, readJson(ctx, configurationBodyLimit));
  const { jti, exp, sub, scope } = claimsOf(code, parts.rules);
  if (!(await parts.tokens.revoke(jti, new Date(exp * 1000).toISOString()))) throw used();
  const granted = scopes.filter((each) => scope.split(' ').includes(each));
  const session = await parts.issuer.session({ subject: sub, scopes: granted });
  setSession(ctx, session.token);
  const expires = Date.parse(session.expires) / 1000;
  ctx.body = await outcome({ subject: sub, scopes: new Set(granted), expires }, parts);
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

async function outcome(person: Person | null, { issuer }: Parts): Promise<SessionOutcome> {
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
