/**
 * One Host that names a host (RFC 9112, section 3.2), and no other header twice that tells who asks for what: two readers
 * of a request must not see two hosts, two tokens, two origins or two media types in it.
 */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { ProblemError } from '../errors.ts';

const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Throws bad-request. */
export function requireValidHost(): Middleware {
  return (ctx, next) => {
    // Node takes whatever ends in chunks for nothing else than chunks.
    const coding = ctx.req.headers['transfer-encoding'] ?? 'chunked';
    if (coding.toLowerCase() !== 'chunked') {
      throw new ProblemError('bad-request', 'The only transfer coding that is understood is chunked.');
    }
    if (hasValidHost(ctx.req)) return next();
    throw new ProblemError(
      'bad-request',
      'The request needs one header Host that names a host, and Authorization, Content-Type and Origin once at most.',
    );
  };
}

/** A request of HTTP/1.0 may have no Host. */
export function hasValidHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0' && !repeats(request);
  return hostAndPort.test(host) && !repeats(request);
}

/** Headers of which Node keeps the first, by the length of their names, which differ. */
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
