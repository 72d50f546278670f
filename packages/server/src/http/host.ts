/**
 * Middleware that requires one valid Host header (RFC 9112, section 3.2).
 *
 * A proxy and this server must not see different hosts, tokens, origins or media types in the same request.
 */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';

const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Throws bad-request. */
export function requireValidHost(): Middleware {
  return (ctx, next) => {
    // Node accepts any coding that ends in `chunked` and ignores the others.
    const coding = ctx.req.headers['transfer-encoding'] ?? 'chunked';
    if (coding.toLowerCase() !== 'chunked') {
      throw new ProblemError('bad-request', 'Unsupported transfer coding; only chunked is supported.');
    }
    if (hasValidHost(ctx.req)) return next();
    throw new ProblemError(
      'bad-request',
      'The request must have one valid Host header, and at most one Authorization, Content-Type and Origin header.',
    );
  };
}

/** HTTP/1.0 requests may omit Host. */
function hasValidHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0' && !repeats(request);
  return hostAndPort.test(host) && !repeats(request);
}

/** Headers of which Node keeps only the first, by the length of their names, which is unique. */
const comeOnce = new Map(
  ['host', 'origin', 'content-type', 'authorization'].map((name) => [name.length, name]),
);

function repeats({ rawHeaders }: IncomingMessage): boolean {
  let seen = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (comeOnce.get(name.length) !== name.toLowerCase()) continue;
    const bit = 1 << name.length;
    if (seen & bit) return true;
    seen |= bit;
  }
  return false;
}
