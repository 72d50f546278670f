/** Key ring: HS256 keys of access and publishable tokens, and the claims that distinguish them. */
import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** `access` tokens are for people and programs, `publishable` tokens are embedded in public pages. */
export type TokenKind = 'access' | 'publishable';

/** The `iss` claim of tokens of this server. */
export const ISSUER = 'semantic-search';
/** The `aud` claims of tokens of this server. */
export const audiences: Record<TokenKind, string> = {
  access: 'semantic-search',
  publishable: 'semantic-search-pages',
};
/** The headers `typ` of tokens of this server. */
export const tokenTypes: Record<TokenKind, string> = { access: 'at+jwt', publishable: 'publishable+jwt' };

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** Keys by kind, newest first: the newest signs, all verify. */
export type KeyRing = Record<TokenKind, readonly SigningKey[]>;

/** Secrets as text, newest first. */
export type Secrets = Partial<Record<TokenKind, readonly string[]>>;

/** HS256 needs a key at least as long as its hash (RFC 7518, section 3.2). */
export const MIN_SECRET_BYTES = 32;

/** The key of a secret, which has the minimum length. */
export function signingKey(secret: Buffer, kind: TokenKind): SigningKey {
  const kid = createHash('sha256').update(`kid ${kind} `).update(secret).digest('base64url').slice(0, 12);
  return { kid, key: createSecretKey(secret) };
}
