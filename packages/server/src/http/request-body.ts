/** Whether a request has a body (RFC 9112, section 6.3): one that is announced, however it is sent, and not empty. */
import type { IncomingMessage } from 'node:http';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
