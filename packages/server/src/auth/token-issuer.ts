/** Issues tokens: access tokens for people and programs, publishable ones for public pages. */
import type { DocumentScope, Scope } from '@semantic-search/contract';
import type { IssuedToken } from '@semantic-search/contract/storage';
import jsonwebtoken from 'jsonwebtoken';
import { originOf } from '../http/origin.ts';
import { tokenTypes } from './authentication.ts';
import type { KeyRing, SigningKey, TokenKind } from './key-ring.ts';
import { tokenId } from './token-id.ts';
import type { TokenStore } from './token-store.ts';

/** A session without a request ends after so long. */
export const SESSION_SECONDS = 8 * 3600;

/** Header `typ` of the code of a link that signs in. */
export const CODE_TYPE = 'sign-in+jwt';
/** Enough to open the link. */
const CODE_SECONDS = 15 * 60;
/** People sign in again after so long, however often they use their session. */
const MAX_SESSION_SECONDS = 7 * 24 * 3600;

const DAY_SECONDS = 24 * 3600;
/** A page may stay open for days. */
const PAGE_TOKEN_DAYS = 7;

export interface TokenIssuer {
  access(options: AccessTokenOptions): Promise<Issued>;
  /** The code of a link that signs a person in, once and within 15 minutes. */
  code(options: Pick<AccessTokenOptions, 'subject' | 'scopes'>): Promise<Issued>;
  /** The token of a session. Its ID names the time after which it is not renewed. */
  session(options: Pick<AccessTokenOptions, 'subject' | 'scopes' | 'lifetime'>): Promise<Issued>;
  /** Recorded in the store for CORS preflight requests and revocation. */
  publishable(options: PublishableTokenOptions): Promise<IssuedForPages>;
  /** A publishable token for the pages of this server. Calls with equal options on one UTC day return the same token. */
  page(options: PageTokenOptions): Pick<Issued, 'token' | 'jti'>;
}

export interface AccessTokenOptions {
  /** The `user` of changes. */
  subject: string;
  scopes: readonly Scope[];
  /** Names of the only search spaces that the token may use; absent: all. */
  spaces?: readonly string[];
  /** The only documents that the token shows; absent: all. */
  filter?: DocumentScope | undefined;
  /** Seconds. */
  lifetime: number;
  /** ID of the token that this one renews. */
  jti?: string;
}

export interface PublishableTokenOptions {
  /** A label for the owner, such as the name of the site. */
  name: string;
  configurations: readonly number[];
  /** Absent: usable from any origin. */
  origins?: readonly string[];
  filter?: DocumentScope | undefined;
  /** Seconds. */
  lifetime: number;
}

export interface PageTokenOptions {
  configurations: readonly number[];
  origins: readonly string[];
  /** Distinguishes tokens after a revocation. */
  serial: number;
}

export interface Issued {
  token: string;
  jti: string;
  /** ISO 8601. */
  issued: string;
  /** ISO 8601. */
  expires: string;
}

export type IssuedForPages = Issued & IssuedToken;

export interface IssuerParts {
  keys: KeyRing;
  issuer: string;
  audience: Record<TokenKind, string>;
  tokens: Pick<TokenStore, 'record'>;
}

export function tokenIssuer({ keys, issuer, audience, tokens }: IssuerParts): TokenIssuer {
  function newestKey(kind: TokenKind): SigningKey {
    const [newest] = keys[kind];
    if (!newest) throw new Error(`There is no key for ${kind} tokens`);
    return newest;
  }

  /** `lifetime` in seconds. */
  function begin(kind: TokenKind, lifetime: number): Pick<Content, 'jti' | 'issued' | 'expires'> {
    const issued = Math.floor(Date.now() / 1000);
    const end = issued + lifetime;
    return { jti: tokenId(newestKey(kind).key, end), issued: isoOf(issued), expires: isoOf(end) };
  }

  function signForPages({
    jti,
    name,
    configurations,
    origins,
    filter,
    issued,
    expires,
  }: IssuedToken): string {
    const claims = {
      scope: 'search',
      configurations,
      ...(origins && { origins }),
      ...(filter && { filter }),
    };
    return sign('publishable', { jti, subject: name, issued, expires, claims });
  }

  function sign(
    kind: TokenKind,
    { jti, subject, issued, expires, claims }: Content,
    typ = tokenTypes[kind],
  ): string {
    const { kid, key } = newestKey(kind);
    const payload = { ...claims, jti, iat: secondsOf(issued), exp: secondsOf(expires) };
    return jsonwebtoken.sign(payload, key, {
      header: { alg: 'HS256', typ, kid },
      issuer,
      audience: audience[kind],
      subject,
    });
  }

  return {
    page({ configurations, origins, serial }) {
      const day = Math.floor(Date.now() / 1000 / DAY_SECONDS) * DAY_SECONDS;
      const end = day + PAGE_TOKEN_DAYS * DAY_SECONDS;
      const terms = { configurations: [...configurations], origins: [...origins] };
      const jti = tokenId(newestKey('publishable').key, end, JSON.stringify([terms, serial]));
      const times = { issued: isoOf(day), expires: isoOf(end) };
      return { jti, token: signForPages({ jti, name: 'pages of this server', ...terms, ...times }) };
    },
    async access({ subject, scopes, spaces, filter, lifetime, jti }) {
      const fresh = { ...begin('access', lifetime), ...(jti && { jti }) };
      const claims = { scope: scopes.join(' '), ...(spaces && { spaces }), ...(filter && { filter }) };
      const token = sign('access', { ...fresh, subject, claims });
      return { token, ...fresh };
    },
    async code({ subject, scopes }) {
      const fresh = begin('access', CODE_SECONDS);
      const content = { ...fresh, subject, claims: { scope: scopes.join(' ') } };
      return { token: sign('access', content, CODE_TYPE), ...fresh };
    },
    async session(options) {
      const { jti } = begin('access', MAX_SESSION_SECONDS);
      return this.access({ ...options, jti });
    },
    async publishable({ name, configurations, origins, filter, lifetime }) {
      const { jti, issued, expires } = begin('publishable', lifetime);
      const bound = origins && { origins: origins.map(requireOrigin) };
      const record = {
        jti,
        name: requireName(name),
        configurations: [...configurations],
        ...bound,
        ...(filter && { filter }),
        issued,
        expires,
      };
      const token = signForPages(record);
      await tokens.record(record);
      return { ...record, token };
    },
  };
}

interface Content {
  jti: string;
  subject: string;
  /** ISO 8601. */
  issued: string;
  /** ISO 8601. */
  expires: string;
  claims: Record<string, unknown>;
}

/** Throws for invalid origins. */
function requireOrigin(text: string): string {
  const origin = originOf(text);
  if (origin === null) throw new RangeError(`${text} is not a valid origin such as https://example.org`);
  return origin;
}

/** Throws for control characters, which could forge lines in token lists. */
function requireName(name: string): string {
  if (/^[^\p{Cc}\u2028\u2029]*$/u.test(name)) return name;
  throw new RangeError('The name of a token must not contain control characters');
}

function secondsOf(iso: string): number {
  return Date.parse(iso) / 1000;
}

function isoOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
