/** Key ring: HS256 keys that sign and verify access tokens and publishable tokens. */
import { createHash, createSecretKey, type KeyObject } from 'node:crypto';

/** `access` tokens are for people and programs, `publishable` tokens are embedded in public pages. */
export type TokenKind = 'access' | 'publishable';

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/** Keys by kind, newest first: the newest signs, all verify. */
export type KeyRing = Record<TokenKind, readonly SigningKey[]>;

/** Secrets as text, newest first. */
export type Secrets = Partial<Record<TokenKind, readonly string[]>>;

/** Whether other systems may sign tokens: an external issuer, or those that know a configured secret. */
export function hasForeignKeys({ secrets, external }: { secrets: Secrets; external: unknown }): boolean {
  const { access = [], publishable = [] } = secrets;
  return external !== null || access.length + publishable.length > 0;
}

/** In bytes: HS256 needs a key at least as long as its hash (RFC 7518, section 3.2). */
export const MIN_SECRET_LENGTH = 32;

/** Throws if a kind has no key or both kinds share a key. */
export function keyRing(access: SigningKey[], publishable: SigningKey[]): KeyRing {
  if (access.length === 0 || publishable.length === 0)
    throw new Error('Each kind of token needs a signing key');
  const shared = access.find((one) => publishable.some((other) => one.key.equals(other.key)));
  if (shared) throw new Error('Access tokens and publishable tokens must not share a secret');
  return { access, publishable };
}

/** Throws for secrets that are too short to be safe. */
export function signingKey(secret: Buffer, kind: TokenKind): SigningKey {
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new Error(
      `A secret for ${kind} tokens has ${secret.length} bytes; the minimum is ${MIN_SECRET_LENGTH}`,
    );
  }
  const kid = createHash('sha256').update(`kid ${kind} `).update(secret).digest('base64url').slice(0, 12);
  return { kid, key: createSecretKey(secret) };
}
