/** Digest of JSON values, to notice changes. */
import { createHash } from 'node:crypto';

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 24);
}
