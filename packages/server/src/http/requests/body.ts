/** Request bodies: media types, JSON, and buffered pages, with limits of size and time. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { bodyParser } from '@koa/bodyparser';
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
/** Pages may declare any encoding in the header or in themselves. */
const WITH_ANY_CHARSET = 'text/html';

/** Whether the body is non-empty or chunked (RFC 9112, section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Whether the whole body is read into memory before it is processed. */
export function isBuffered(ctx: Context): boolean {
  return hasBody(ctx.req) && ['application/json', WITH_ANY_CHARSET].includes(mediaType(ctx));
}

/** Middleware: parses JSON bodies for `readJson`. Throws problems with status 400 and 413. */
export function parseJsonBody(): Middleware {
  const parse = bodyParser({
    enableTypes: ['json'],
    jsonLimit: `${searchBodyLimit}b`,
    jsonStrict: false,
    onError: (error, ctx) => {
      throw bodyProblem(error, ctx as Context, searchBodyLimit);
    },
  }) as Middleware;
  return (ctx, next) => {
    // Routes reject compressed bodies.
    if (!ctx.is('application/json') || ctx.req.headers['content-encoding'] !== undefined) return next();
    const timer = setTimeout(() => ctx.req.destroy(), BODY_TIMEOUT_MS);
    // The parser replaces bytes that are not valid.
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let isValid = true;
    const check = (chunk?: Buffer) => {
      try {
        decoder.decode(chunk, { stream: chunk !== undefined });
      } catch {
        isValid = false;
      }
    };
    ctx.req.on('data', check);
    return parse(ctx, async () => {
      clearTimeout(timer);
      check();
      if (!isValid) throw invalidUtf8();
      await next();
    }).finally(() => {
      clearTimeout(timer);
      ctx.req.off('data', check);
    });
  };
}

/** The parsed body of at most `limit` bytes; undefined if the request has none. Throws problems with status 400, 413 and 415. */
export function readJson(ctx: Context, limit: number): unknown {
  if (!hasBody(ctx.req)) return undefined;
  requireMediaType(ctx, ['application/json']);
  const { rawBody: text = '', body } = ctx.request;
  if (Buffer.byteLength(text) > limit) throw tooLarge(ctx, limit);
  if (text === '') return undefined;
  rejectUnsafe(body);
  return body;
}

/** JSON that `navigator.sendBeacon` sends: as text, because other types need a preflight with credentials. */
export async function readPlainJson(ctx: Context, limit: number): Promise<unknown> {
  if (requireMediaType(ctx, ['application/json', 'text/plain']) === 'application/json')
    return readJson(ctx, limit);
  const bytes = await readBody(ctx, limit);
  if (!isUtf8(bytes)) throw invalidUtf8();
  try {
    const body: unknown = JSON.parse(bytes.toString());
    rejectUnsafe(body);
    return body;
  } catch (error) {
    throw error instanceof ProblemError ? error : bodyProblem(error, ctx, limit);
  }
}

/** Reads a body of at most `limit` bytes. Throws problems with status 400 (incomplete) and 413. */
export async function readBody(ctx: Context, limit: number): Promise<Buffer> {
  const timer = setTimeout(() => ctx.req.destroy(), BODY_TIMEOUT_MS);
  try {
    return await rawBody(ctx.req, { limit, length: ctx.req.headers['content-length'] ?? null });
  } catch (error) {
    throw bodyProblem(error, ctx, limit);
  } finally {
    clearTimeout(timer);
  }
}

/** Without parameters, in lower case (RFC 9110, section 8.3.1). */
function mediaType(ctx: Context): string {
  return ctx.request.type.toLowerCase();
}

/** Returns the media type without parameters. Throws 415 for other types, other charsets than UTF-8 and compressed bodies. */
export function requireMediaType(ctx: Context, allowed: readonly string[]): string {
  const type = mediaType(ctx);
  const { charset } = ctx.request;
  const { 'content-encoding': encoding = 'identity' } = ctx.req.headers;
  const isUtf8 = charset === '' || /^utf-?8$/i.test(charset);
  if (allowed.includes(type) && (type === WITH_ANY_CHARSET || isUtf8) && encoding === 'identity') return type;
  ctx.req.resume();
  throw new ProblemError(
    'unsupported-media-type',
    `The body must be sent as Content-Type: ${allowed.join(' or ')}, in UTF-8 and not compressed.`,
    { headers: { Accept: allowed.join(', ') } },
  );
}

function invalidUtf8(): ProblemError {
  return new ProblemError('bad-request', 'The body is not valid UTF-8.');
}

export function incompleteBody(cause: unknown): ProblemError {
  return new ProblemError('bad-request', 'The connection closed before the body was complete.', { cause });
}

/** `error` is of raw-body or of the JSON parser. */
function bodyProblem(error: unknown, ctx: Context, limit: number): ProblemError {
  const { type } = error as { type?: string };
  if (type === 'entity.too.large') return tooLarge(ctx, limit);
  if (!(error instanceof SyntaxError)) return incompleteBody(error);
  return new ProblemError('bad-request', 'The body is not valid JSON.', { cause: error });
}

/** Discards the rest of the body, so that the client can read the response. */
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
    if (values > MAX_VALUES)
      throw new ProblemError(
        'bad-request',
        `The JSON body has more than ${MAX_VALUES} members and elements.`,
      );
    const forbidden = names.find((name) => FORBIDDEN_NAMES.includes(name));
    if (forbidden) throw new ProblemError('bad-request', `The property name ${forbidden} is not allowed.`);
    level = objects.flatMap((value) => Object.values(value as object));
  }
}
