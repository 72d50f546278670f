/** Checks of request headers: Host, transfer coding (RFC 9112) and Accept (RFC 9110, section 12.5.1). */
import type { Middleware } from 'koa';
import { ProblemError } from '../errors/problem.ts';

const dataTypes = ['application/json', 'application/x-ndjson', 'application/problem+json'];
const feedTypes = ['application/atom+xml', 'application/feed+json', 'text/xml'];
const hostAndPort = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\dA-Fa-f:.]+\])(?::\d{0,5})?$/;

/** Throws bad-request. A proxy and this server must not see different hosts or bodies in the same request. */
export function rejectAmbiguous(): Middleware {
  return ({ req }, next) => {
    // Node accepts any coding that ends in `chunked` and ignores the others.
    const { host, 'transfer-encoding': coding = 'chunked' } = req.headers;
    if (coding.toLowerCase() !== 'chunked')
      throw new ProblemError('bad-request', 'Unsupported transfer coding; only chunked is supported.');
    // HTTP/1.0 requests may omit Host.
    const isValid = host === undefined ? req.httpVersion === '1.0' : hostAndPort.test(host);
    if (!isValid) throw new ProblemError('bad-request', 'The request must have a valid Host header.');
    return next();
  };
}

/** Throws not-acceptable unless the client accepts JSON, NDJSON, or the type of the file. MCP clients ask for a stream, which is 405. */
export function requireAcceptable(): Middleware {
  return (ctx, next) => {
    const csv = ctx.path.endsWith('.csv') ? ['text/csv'] : [];
    const feed = ctx.path.endsWith('/feed') ? feedTypes : [];
    const stream = ctx.method === 'GET' && ctx.path === '/mcp' ? ['text/event-stream'] : [];
    if (!ctx.accepts(...dataTypes, ...csv, ...feed, ...stream))
      throw new ProblemError('not-acceptable', 'The server returns only application/json.');
    return next();
  };
}
