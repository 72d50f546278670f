/** Whether a request has a non-empty or chunked body (RFC 9112, section 6.3). */
import type { IncomingMessage } from 'node:http';

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
