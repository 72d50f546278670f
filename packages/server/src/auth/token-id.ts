/**
 * Token IDs (`jti`) that a server recognizes without storage, by their expiry time and HMAC.
 *
 * In hexadecimal: 10 random bytes (of page tokens, a hash), 5 bytes expiry time, 12 bytes HMAC with the key of the
 * token. The HMAC input starts with `#`, and the input of a signature with a base64url character, so no HMAC is a signature.
 */
import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './key-ring.ts';

/** Lengths in bytes. */
const lengths = { random: 10, expiry: 5, seal: 12 };
const contentLength = lengths.random + lengths.expiry;
const hexLength = 2 * (contentLength + lengths.seal);

/** Valid token IDs (`jti`) of any issuer: visible characters only, because people copy IDs to revoke tokens. */
export const tokenIdForm = /^[!-~]{1,200}$/u;

/** `seconds` since 1970 as ISO 8601. */
export const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** `expirySeconds` counts from 1970. Tokens with the same `seed` and expiry time have the same ID. */
export function tokenId(key: KeyObject, expirySeconds: number, seed?: string): string {
  const head = seed === undefined ? randomBytes(lengths.random) : createHash('sha256').update(seed).digest();
  const content = Buffer.concat([head.subarray(0, lengths.random), Buffer.alloc(lengths.expiry)]);
  content.writeUIntBE(expirySeconds, lengths.random, lengths.expiry);
  return Buffer.concat([content, sealOf(key, content)]).toString('hex');
}

/** Expiry time in seconds since 1970; null if the ID was not created with a key of this ring. */
export function expiryInTokenId(id: string, keys: KeyRing): number | null {
  if (id.length !== hexLength || !/^[\da-f]+$/.test(id)) return null;
  const bytes = Buffer.from(id, 'hex');
  const [content, seal] = [bytes.subarray(0, contentLength), bytes.subarray(contentLength)];
  const ownKeys = [...keys.access, ...keys.publishable];
  const isOurs = ownKeys.some(({ key }) => timingSafeEqual(sealOf(key, content), seal));
  return isOurs ? content.readUIntBE(lengths.random, lengths.expiry) : null;
}

function sealOf(key: KeyObject, content: Buffer): Buffer {
  return createHmac('sha256', key).update('#token id#').update(content).digest().subarray(0, lengths.seal);
}
