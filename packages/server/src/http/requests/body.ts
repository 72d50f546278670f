/** Request bodies: media types, and JSON, with limits of size and time. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { FORBIDDEN_NAMES, requestLimits } from '@semantic-search/contract';
import type { Context, Middleware } from 'koa';
import rawBody from 'raw-body';
import { ProblemError } from '../../errors/problem.ts';

export const { configurationBodyBytes: configurationBodyLimit, searchBodyBytes: searchBodyLimit } =
  requestLimits;

/** Time limit for receiving a buffered body; then the connection is closed. */
const BODY_TIMEOUT_MS = 30_000;
const MAX_DEPTH = requestLimits.jsonDepth;
const MAX_VALUES = requestLimits.jsonValues;

/** Whether the body is non-empty or chunked (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the whole body is read into memory before it is processed. */
export function isBuffered(ctx: Context): boolean {
  return hasBody(ctx.req) && mediaType(ctx) === 'application/json';
}

/** Middleware: parses JSON bodies for `readJson`. Throws problems with status 400 and 413. */
export function parseJsonBody(): Middleware {
  return async (ctx, next) => {
    // Routes reject compressed bodies.
    if (ctx.is('application/json') && (ctx.req.headers['content-encoding'] ?? 'identity') === 'identity') {
      const bytes = await readBody(ctx, searchBodyLimit);
      if (bytes.length > 0) ctx.state.json = { content: parseJson(bytes), bytes: bytes.length };
    }
    await next();
  };
}

/** The parsed body of at most `limit` bytes; undefined without a body. Throws problems with status 400, 413 and 415. */
export function readJson(ctx: Context, limit: number): unknown {
  if (!hasBody(ctx.req)) return undefined;
  requireMediaType(ctx, ['application/json']);
  const { json } = ctx.state;
  if (json === undefined) return undefined;
  if (json.bytes > limit) throw tooLarge(ctx, limit);
  rejectUnsafe(json.content);
  return json.content;
}

/** JSON that `navigator.sendBeacon` sends: as text, because other types need a preflight with credentials. */
export async function readPlainJson(ctx: Context, limit: number): Promise<unknown> {
  if (requireMediaType(ctx, ['application/json', 'text/plain']) === 'application/json')
    return readJson(ctx, limit);
  const body = parseJson(await readBody(ctx, limit));
  rejectUnsafe(body);
  return body;
}

function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new ProblemError('bad-request', 'The body is not valid UTF-8.');
  try {
    // The decoder removes a byte order mark.
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new ProblemError('bad-request', 'The body is not valid JSON.', { cause });
  }
}

/** Reads a body of at most `limit` bytes. Throws problems with status 400 (incomplete) and 413. */
async function readBody(ctx: Context, limit: number): Promise<Buffer> {
  const timer = setTimeout(() => ctx.req.destroy(), BODY_TIMEOUT_MS);
  try {
    return await rawBody(ctx.req, { limit, length: ctx.req.headers['content-length'] ?? null });
  } catch (error) {
    const { type } = error as { type?: string };
    throw type === 'entity.too.large' ? tooLarge(ctx, limit) : incompleteBody(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Media type without parameters, in lower case (RFC 9110, section 8.3.1). */
const mediaType = (ctx: Context): string => ctx.request.type.toLowerCase();

/** Returns the media type without parameters. Throws 415 for other types and charsets, and for compressed bodies. */
export function requireMediaType(ctx: Context, allowed: readonly string[]): string {
  const type = mediaType(ctx);
  const { charset } = ctx.request;
  const { 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  const isUtf8Charset = charset === '' || /^utf-?8$/i.test(charset);
  if (allowed.includes(type) && isUtf8Charset && encoding === 'identity') return type;
  ctx.req.resume();
  const detail = `The body must be sent as Content-Type: ${allowed.join(' or ')}, in UTF-8 and not compressed.`;
  throw new ProblemError('unsupported-media-type', detail, { headers: { Accept: allowed.join(', ') } });
}

export function incompleteBody(cause: unknown): ProblemError {
  return new ProblemError('bad-request', 'The connection closed before the body was complete.', { cause });
}

/** Problem of a body over the limit. Discards the rest of the body, so that the client can read the response. */
function tooLarge(ctx: Context, limitBytes: number): ProblemError {
  ctx.req.resume();
  return new ProblemError('content-too-large', `The body is larger than ${limitBytes} bytes.`);
}

/** Throws bad-request for values that are nested too deep, too many, or named like parts of a prototype. */
function rejectUnsafe(parsed: unknown): void {
  let level: unknown[] = [parsed];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const objects = level.filter((value) => typeof value === 'object' && value !== null);
    if (depth >= MAX_DEPTH && objects.length > 0)
      throw new ProblemError('bad-request', `The JSON body is nested more than ${MAX_DEPTH} levels deep.`);
    const names = objects.flatMap((value) => Object.keys(value as object));
    values += names.length;
    const tooMany = `The JSON body has more than ${MAX_VALUES} members and elements.`;
    if (values > MAX_VALUES) throw new ProblemError('bad-request', tooMany);
    const forbidden = names.find((name) => FORBIDDEN_NAMES.includes(name));
    if (forbidden) throw new ProblemError('bad-request', `The property name ${forbidden} is not allowed.`);
    level = objects.flatMap((value) => Object.values(value as object));
  }
}
