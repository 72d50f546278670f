/** The keys that sign and verify tokens: one family for people, one for pages. */
import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** `access` tokens are for people and programs, `publishable` ones stand in public pages. */
export type TokenKind = 'access' | 'publishable';

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** Keys by kind, newest first: the newest signs, all verify. */
export type KeyRing = Record<TokenKind, readonly SigningKey[]>;

/** Secrets as text, newest first. */
export type Secrets = Partial<Record<TokenKind, readonly string[]>>;

/** In bytes: HS256 needs a key at least as long as its hash (RFC 7518, section 3.2). */
export const MIN_SECRET_LENGTH = 32;

/** Throws when a kind has no key, or when one key would serve both kinds. */
export function keyRing(access: SigningKey[], publishable: SigningKey[]): KeyRing {
  if (access.length === 0 || publishable.length === 0) throw new Error('A kind of token has no signing key');
  const shared = access.find((one) => publishable.some((other) => one.key.equals(other.key)));
  if (shared) throw new Error('Access and publishable tokens need different secrets');
  return { access, publishable };
}

/** Throws for secrets that are too short to be safe. */
export function signingKey(secret: Buffer, kind: TokenKind): SigningKey {
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new Error(
      `A secret for ${kind} tokens has ${secret.length} bytes; it needs at least ${MIN_SECRET_LENGTH}`,
    );
  }
  const kid = createHash('sha256').update(`kid ${kind} `).update(secret).digest('base64url').slice(0, 12);
  return { kid, key: createSecretKey(secret) };
}
