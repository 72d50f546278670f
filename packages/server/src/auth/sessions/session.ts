/** Sessions of people: a signed cookie with an access token, for requests of the server's own pages. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { SESSION_COOKIE } from '@semantic-search/contract';
import type Koa from 'koa';
import type { Context, Middleware } from 'koa';
import session from 'koa-session';
import { ProblemError } from '../../errors/problem.ts';
import { invalidToken } from '../../errors/unauthorized.ts';
import type { TokenRules } from '../authentication.ts';
import type { KeyRing } from '../key-ring.ts';
import { requireAccess } from '../permission.ts';
import { expiryInTokenId } from '../token-id.ts';
import { type Person, tokenIssuer } from '../token-issuer.ts';

/** Idle sessions end after this time. */
export const SESSION_SECONDS = 8 * 3600;
/** Idle sessions of a provider end after this time. A withdrawn role can remain in effect for as long. */
export const PROVIDER_SESSION_SECONDS = 30 * 60;
/** Life of a session whose provider issues no refresh token: the server cannot ask whether the person still has the role. */
export const UNASKED_SESSION_SECONDS = 3600;
/** After this time, people must sign in again, even if they use their session. */
export const MAX_SESSION_SECONDS = 7 * 24 * 3600;

/** Reads and writes the cookie, which is secure if the public URL is `https:`, even if the proxy does not report TLS. */
export function sessionCookie(app: Koa, { keys }: TokenRules, publicUrl: URL | null): Middleware {
  const isHttps = publicUrl?.protocol === 'https:';
  // Koa also accepts an object with the methods `sign` and `verify`, which its types do not say.
  app.keys = cookieKeys(keys) as unknown as string[];
  const options = { key: SESSION_COOKIE, maxAge: SESSION_SECONDS * 1000, sameSite: 'strict' } as const;
  const readSession = session({ ...options, ...(isHttps && { secure: true }) }, app);
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    if (isHttps) ctx.cookies.secure = true;
    await readSession(ctx, next);
  };
}

export const isSessionPath = (path: string) => ['/api/session', '/api/session/provider'].includes(path);

/** A request without a token uses the token of its session. Foreign pages cannot change anything by such requests. */
export const useSession: Middleware = async (ctx, next) => {
  const { token } = sessionOf(ctx) ?? {};
  const isSignIn = isSessionPath(ctx.path) && ctx.method === 'POST';
  if (!token || isSignIn || ctx.req.headers.authorization !== undefined) return next();
  const isReading = ['GET', 'HEAD'].includes(ctx.method);
  // Old browsers send no `Sec-Fetch-Site`; the value is `none` for an address that a person enters.
  const isForeign = !['', 'same-origin', 'none'].includes(ctx.get('Sec-Fetch-Site'));
  if (isReading && isForeign) return next();
  if (!isReading) requireOwnPage(ctx);
  ctx.req.headers.authorization = `Bearer ${token}`;
  ctx.state.isSession = true;
  try {
    await next();
  } catch (error) {
    // 401: the session's token was revoked or has expired.
    if ((error as { status?: unknown }).status === 401) setSession(ctx, null);
    throw error;
  }
};

/** Bounds the memory for renewals. */
const MAX_RENEWALS = 10_000;

/** Remembers a renewal; over the maximum, forgets the oldest, whose sessions then end early. */
export function rememberRenewal({ renewals }: TokenRules, jti: string, renew: () => Promise<Person>): void {
  if (renewals.size >= MAX_RENEWALS) renewals.delete(renewals.keys().next().value!);
  renewals.set(jti, renew);
}

/** Each use extends the session, at most until the end in its ID. Asks the provider for the person's current role. */
export function renewSession(rules: TokenRules): Middleware {
  const issuer = tokenIssuer(rules.keys, { record: async () => undefined });
  return async (ctx, next) => {
    const access = requireAccess(ctx);
    const { subject, scopes, jti, expirySeconds } = access;
    if (!ctx.state.isSession || !jti) return next();
    const { isOfProvider = false } = sessionOf(ctx) ?? {};
    const idleSeconds = isOfProvider ? PROVIDER_SESSION_SECONDS : SESSION_SECONDS;
    const lifetime = renewedLifetime(expirySeconds, expiryInTokenId(jti, rules.keys) ?? 0, idleSeconds);
    if (lifetime === null) return next();
    const person = isOfProvider ? await askProvider(jti, rules) : { subject, scopes: [...scopes] };
    if (person) {
      const { token } = await issuer.access({ ...person, lifetime, jti });
      setSession(ctx, { token, isOfProvider });
      Object.assign(access, { scopes: new Set(person.scopes) });
    }
    await next();
  };
}

/** Life of a new token in seconds; null in the first half of the old token's life, so that few requests set a cookie. */
function renewedLifetime(expirySeconds: number, sessionEnd: number, idleSeconds: number): number | null {
  const now = Date.now() / 1000;
  const lifetime = Math.min(idleSeconds, Math.floor(sessionEnd - now));
  const remaining = expirySeconds - now;
  return remaining < idleSeconds / 2 && lifetime > remaining ? lifetime : null;
}

/** The person's current role; undefined if the provider cannot be asked. Throws unauthorized without a role. */
async function askProvider(jti: string, { renewals }: TokenRules): Promise<Person | undefined> {
  try {
    return await renewals.get(jti)?.();
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'service-unavailable') return undefined;
    throw invalidToken('The provider has ended the session', error as Error);
  }
}

/** Content of the cookie. The signature shows that this server wrote it. */
interface StoredSession {
  token: string;
  isOfProvider: boolean;
}

/** Writes the session to the cookie; null ends it. */
export function setSession(ctx: Context, stored: StoredSession | null): void {
  ctx.session = stored;
}

const sessionOf = (ctx: Context): Partial<StoredSession> | null => ctx.session;

/** Browsers send `Origin` with every request that changes something, and `Sec-Fetch-Site` if they are recent. Throws forbidden. */
export function requireOwnPage(ctx: Context): void {
  const { origin } = ctx.req.headers;
  const site = ctx.get('Sec-Fetch-Site');
  const isOwn = origin === undefined ? site === 'same-origin' : origin === ctx.state.ownOrigin();
  if (isOwn && ['', 'same-origin'].includes(site)) return;
  const headers = { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' };
  throw new ProblemError('forbidden', 'Only pages of this server may use its sessions.', { headers });
}

/** Keys for cookies, derived from the keys of access tokens, so that all servers of a cluster accept a session. */
function cookieKeys(keys: KeyRing) {
  const signatures = (text: string) =>
    keys.access.map(({ key }) => {
      const derived = createHmac('sha256', key).update('#session cookie#').digest();
      return createHmac('sha256', derived).update(text).digest('base64url');
    });
  const index = (text: string, signature: string) => {
    const bytes = Buffer.from(signature);
    return signatures(text).findIndex((candidate) => {
      return candidate.length === bytes.length && timingSafeEqual(Buffer.from(candidate), bytes);
    });
  };
  return {
    sign: (text: string) => signatures(text)[0],
    index,
    verify: (text: string, signature: string) => index(text, signature) >= 0,
  };
}
