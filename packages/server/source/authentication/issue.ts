/** Issues tokens: access tokens for people and programs, publishable ones for public pages. */
import { randomUUID } from 'node:crypto';
import type { Scope } from '@semantic-search/contract';
import { SignJWT } from 'jose';
import { tokenTypes } from './check.ts';
import type { KeyRing, TokenKind } from './keys.ts';
import type { IssuedToken, TokenStore } from './token-store.ts';

export interface TokenIssuer {
  /** `lifetime` in seconds. */
  access(wish: { subject: string; scopes: readonly Scope[]; lifetime: number }): Promise<Issued>;
  /** Recorded in the store, so that preflights of its origins are answered and it can be revoked. */
  publishable(wish: PublishableWish): Promise<IssuedForPages>;
}

export interface PublishableWish {
  /** A word for its owner, such as the name of the site. */
  name: string;
  configurations: readonly number[];
  /** Absent: usable from any origin. */
  origins?: readonly string[];
  /** Seconds. */
  lifetime: number;
}

export interface Issued {
  token: string;
  jti: string;
  /** ISO 8601. */
  expires: string;
}

/** With all that is recorded of it. */
export type IssuedForPages = Issued & IssuedToken;

export interface IssuerParts {
  keys: KeyRing;
  issuer: string;
  audience: Record<TokenKind, string>;
  tokens: Pick<TokenStore, 'record'>;
}

export function tokenIssuer({ keys, issuer, audience, tokens }: IssuerParts): TokenIssuer {
  async function sign(kind: TokenKind, subject: string, lifetime: number, claims: Record<string, unknown>) {
    const [newest] = keys[kind];
    if (!newest) throw new Error(`There is no key for ${kind} tokens`);
    const [jti, issued] = [randomUUID(), Math.floor(Date.now() / 1000)];
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: tokenTypes[kind], kid: newest.kid })
      .setIssuer(issuer)
      .setAudience(audience[kind])
      .setSubject(subject)
      .setJti(jti)
      .setIssuedAt(issued)
      .setExpirationTime(issued + lifetime)
      .sign(newest.key);
    return { token, jti, issued: isoOf(issued), expires: isoOf(issued + lifetime) };
  }

  return {
    async access({ subject, scopes, lifetime }) {
      const { token, jti, expires } = await sign('access', subject, lifetime, { scope: scopes.join(' ') });
      return { token, jti, expires };
    },
    async publishable({ name, configurations, origins, lifetime }) {
      const bound = origins && { origins: origins.map(originOf) };
      const claims = { scope: 'search', configurations, ...bound };
      const { token, jti, issued, expires } = await sign('publishable', name, lifetime, claims);
      const record = { jti, name, configurations: [...configurations], ...bound, issued, expires };
      await tokens.record(record);
      return { ...record, token };
    },
  };
}

/** Origins are compared letter by letter, so they are written as browsers send them. Throws for anything else. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const bare = url && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (!bare || !/^https?:$/.test(url.protocol))
    throw new RangeError(`${text} is no origin such as https://example.org`);
  return url.origin;
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
