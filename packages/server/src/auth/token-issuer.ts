/** Issuer of tokens: access tokens for people and programs, publishable tokens for public pages. */
import type { DocumentScope, Scope, TokenRequest } from '@semantic-search/contract';
import type { IssuedToken } from '@semantic-search/contract/storage';
import jws from 'jws';
import { originOf } from '../http/origin.ts';
import { audiences, ISSUER, type KeyRing, type TokenKind, tokenTypes } from './key-ring.ts';
import { isoOf, tokenId } from './token-id.ts';
import type { TokenStore } from './token-store.ts';

/** Header `typ` of the code of a link that signs in. */
export const CODE_TYPE = 'sign-in+jwt';
/** Time to open the link. */
const CODE_SECONDS = 15 * 60;

const DAY_SECONDS = 24 * 3600;
/** A page may stay open for days. */
const PAGE_TOKEN_DAYS = 7;

/** A holder of access tokens, such as a person who signs in. */
export interface Person {
  /** Name of the holder, recorded as the `user` of changes. */
  subject: string;
  scopes: readonly Scope[];
}

export interface AccessTokenOptions extends Person {
  /** Names of the only search spaces that the token may use; absent: all. */
  spaces?: readonly string[];
  /** The only documents that the token shows; absent: all. */
  filter?: DocumentScope | undefined;
  /** Seconds. */
  lifetime: number;
  /** ID of the token that this one renews. */
  jti?: string;
}

export interface Issued {
  token: string;
  jti: string;
  /** ISO 8601. */
  issued: string;
  /** ISO 8601. */
  expires: string;
}

interface Terms extends Pick<AccessTokenOptions, 'subject' | 'lifetime' | 'jti'> {
  claims: object;
  /** Time of issue in seconds since 1970; now by default. */
  issueTime?: number;
  /** Tokens with the same seed and times have the same ID. */
  seed?: string;
  /** Type in the header; by default the type of the kind. */
  typ?: string;
}

export type TokenIssuer = ReturnType<typeof tokenIssuer>;

export function tokenIssuer(keys: KeyRing, tokens: Pick<TokenStore, 'record'>) {
  const newestKey = (kind: TokenKind) => keys[kind][0]!;

  function issue(kind: TokenKind, terms: Terms): Issued {
    const { subject, claims, lifetime, seed, issueTime = nowInSeconds(), typ = tokenTypes[kind] } = terms;
    const { kid, key } = newestKey(kind);
    const expiryTime = issueTime + lifetime;
    const { jti = tokenId(key, expiryTime, seed) } = terms;
    const times = { iat: issueTime, exp: expiryTime };
    const payload = { ...claims, jti, ...times, iss: ISSUER, aud: audiences[kind], sub: subject };
    // The signer that jsonwebtoken uses: loading jsonwebtoken takes 30 ms, a third of the start of a command.
    const token = jws.sign({ header: { alg: 'HS256', typ, kid }, payload, secret: key });
    return { token, jti, issued: isoOf(issueTime), expires: isoOf(expiryTime) };
  }

  async function access({ scopes, spaces, filter, ...terms }: AccessTokenOptions): Promise<Issued> {
    return issue('access', { ...terms, claims: { scope: scopes.join(' '), spaces, filter } });
  }

  return {
    access,
    /** The code of a sign-in link, which works once and for 15 minutes. */
    async code({ subject, scopes }: Person): Promise<Issued> {
      const claims = { scope: scopes.join(' ') };
      return issue('access', { subject, claims, lifetime: CODE_SECONDS, typ: CODE_TYPE });
    },
    /** The token of a session. Its ID names the time after which it is not renewed, `maxLifetime` seconds from now. */
    session({ maxLifetime, ...options }: AccessTokenOptions & { maxLifetime: number }): Promise<Issued> {
      const jti = tokenId(newestKey('access').key, nowInSeconds() + maxLifetime);
      return access({ ...options, jti });
    },
    /** A token for the pages of this server. Equal calls on one UTC day return the same token; `serial` grows with revocations. */
    page(configurations: readonly number[], origins: readonly string[], serial: number): Issued {
      const limits = { configurations, origins };
      return issue('publishable', {
        subject: 'pages of this server',
        claims: { scope: 'search', ...limits },
        issueTime: Math.floor(nowInSeconds() / DAY_SECONDS) * DAY_SECONDS,
        lifetime: PAGE_TOKEN_DAYS * DAY_SECONDS,
        seed: JSON.stringify([limits, serial]),
      });
    },
    /** A publishable token, recorded for CORS preflight requests and revocation. The caller has validated the request. */
    async publishable(request: TokenRequest & { lifetime: number }): Promise<Issued & IssuedToken> {
      const { name, configurations, filter, lifetime } = request;
      const origins = request.origins?.map((origin) => originOf(origin)!);
      const claims = { scope: 'search', configurations, origins, filter };
      const { token, jti, ...times } = issue('publishable', { subject: name, claims, lifetime });
      const limits = { ...(origins && { origins }), ...(filter && { filter }) };
      const record = { jti, name, configurations, ...limits, ...times };
      await tokens.record(record);
      return { ...record, token };
    },
  };
}

const nowInSeconds = () => Math.floor(Date.now() / 1000);
