/** One Host that names a host (RFC 9112, section 3.2): two readers of a request must not see two hosts in it. */
import type { IncomingMessage } from 'node:http';
import type { Middleware } from 'koa';
import { ProblemError } from '../errors.ts';

const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Throws bad-request. */
export function wellFormedHost(): Middleware {
  return (ctx, next) => {
    if (namesHost(ctx.req)) return next();
    throw new ProblemError('bad-request', 'The request needs one header Host that names a host.');
  };
}

/** A request of HTTP/1.0 may have none. */
export function namesHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === undefined) return request.httpVersion === '1.0';
  return hostAndPort.test(host) && hostsOf(request) === 1;
}

/** Node keeps the first of several. */
function hostsOf({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
