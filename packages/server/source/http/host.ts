/** One Host that names a host (RFC 9112, section 3.2): two readers of a request must not see two hosts in it. */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors.ts';

const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Throws bad-request. A request of HTTP/1.0 may have none. */
export function wellFormedHost(): Middleware {
  return (ctx, next) => {
    const { host } = ctx.req.headers;
    const missing = host === undefined && ctx.req.httpVersion !== '1.0';
    if (missing || (host !== undefined && !hostAndPort.test(host)) || hostsOf(ctx) > 1) {
      throw new ProblemError('bad-request', 'The request needs one header Host that names a host.');
    }
    return next();
  };
}

/** Node keeps the first of several. */
function hostsOf({ req: { rawHeaders } }: Context): number {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
