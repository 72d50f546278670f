/** Request bodies: detection and the error of an incomplete one. */
import type { IncomingMessage } from 'node:http';
import { ProblemError } from '../../errors/problem.ts';

/** Whether the body is non-empty or chunked (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

export function incompleteBody(cause: unknown): ProblemError {
  return new ProblemError('bad-request', 'The connection closed before the body was complete.', { cause });
}
