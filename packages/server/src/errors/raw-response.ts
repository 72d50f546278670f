/** Problem response as bytes of HTTP, for connections without a valid request. */
import { STATUS_CODES } from 'node:http';
import { type ProblemError, problemOf } from './problem.ts';

/** The whole response; the connection has to close after it. */
export function rawResponse(problem: ProblemError, requestId: string): string {
  const body = JSON.stringify(problemOf(problem, requestId));
  const headers = {
    ...problem.headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`;
  return [status, ...lines, '', body].join('\r\n');
}
