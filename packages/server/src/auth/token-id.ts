/**
 * Ids of tokens that prove that they were made here and say when their token ends, so that an id can be told from a
 * made-up one though nothing is kept of most tokens. In hexadecimal: 10 random bytes, 5 of the end, 12 of a seal by the
 * key that signs the token. What signs tokens begins with a letter of base64url, so no seal is a signature.
 */
import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from './keys.ts';

const lengths = { random: 10, end: 5, seal: 12 };
const contentLength = lengths.random + lengths.end;
const inHexadecimal = 2 * (contentLength + lengths.seal);

/** `end` is that of the token, in seconds since 1970. */
export function tokenId(key: KeyObject, end: number): string {
  const content = Buffer.concat([randomBytes(lengths.random), Buffer.alloc(lengths.end)]);
  content.writeUIntBE(end, lengths.random, lengths.end);
  return Buffer.concat([content, sealOf(key, content)]).toString('hex');
}

/** When the token of this id ends, in seconds since 1970; null where no key of the ring made it. */
export function endInTokenId(id: string, keys: KeyRing): number | null {
  if (id.length !== inHexadecimal || !/^[\da-f]+$/.test(id)) return null;
  const bytes = Buffer.from(id, 'hex');
  const [content, seal] = [bytes.subarray(0, contentLength), bytes.subarray(contentLength)];
  const isOurs = [...keys.access, ...keys.publishable].some(({ key }) =>
    timingSafeEqual(sealOf(key, content), seal),
  );
  return isOurs ? content.readUIntBE(lengths.random, lengths.end) : null;
}

function sealOf(key: KeyObject, content: Buffer): Buffer {
  return createHmac('sha256', key).update('#token id#').update(content).digest().subarray(0, lengths.seal);
}
