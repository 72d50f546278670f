/** Signs tokens in tests, also those that no honest issuer would sign. */
import { createHmac } from 'node:crypto';

/** A JSON Web Token with any header and payload, and an HMAC with SHA-256 as its signature (RFC 7515). */
export function signToken(header: object, payload: unknown, key: string | Buffer): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part(header)}.${part(payload)}`;
  return `${content}.${createHmac('sha256', key).update(content).digest('base64url')}`;
}
