/** JSON body parser: limits size, depth and number of values, and prevents prototype pollution. */
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { requireMediaType } from './media-type.ts';
import { hasBody, incompleteBody } from './request-body.ts';
import { bodyReservationOf } from './request-memory-limit.ts';

export const configurationBodyLimit = 256 * 1024;
export const searchBodyLimit = 1024 * 1024;
const MAX_DEPTH = 32;
/** Maximum number of members and elements; no valid configuration or document has more. */
const MAX_VALUES = 10_000;
/** Time limit for receiving the body; then the connection is closed. */
const BODY_TIMEOUT_MS = 30_000;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

/** The parsed body; undefined if the request has none. Throws problems with status 400, 413 and 415. */
export async function readJson(ctx: Context, limit: number): Promise<unknown> {
  if (!hasBody(ctx.req)) return undefined;
  requireMediaType(ctx, ['application/json']);
  const bytes = readArrived(ctx, limit) ?? (await readBytes(ctx, limit));
  if (bytes.length > 2 * MAX_VALUES) rejectTooManyValues(bytes);
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  rejectUnsafe(value);
  return value;
}

/** A small body usually arrives with the headers and can be read synchronously. */
function readArrived(ctx: Context, limit: number): Buffer | undefined {
  const { req: request } = ctx;
  if (!request.complete || request.readableLength > limit) return undefined;
  const bytes: Buffer | null = request.read();
  if (bytes === null) return undefined;
  const reservation = bodyReservationOf(ctx);
  reservation?.take(bytes.length, (error) => {
    throw error;
  });
  reservation?.complete();
  return bytes;
}

/** Uses events, because an async iterator costs one more promise per chunk. */
async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  const { req: request } = ctx;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(ctx, limit);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const reservation = bodyReservationOf(ctx);
  const chunks: Buffer[] = [];
  let size = 0;
  const rejectBody = (error: ProblemError) => {
    request.resume(); // Discard the rest, so that the client can read the response.
    reject(error);
  };
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) return reject(tooLarge(ctx, limit));
    reservation?.take(chunk.length, rejectBody);
    chunks.push(chunk);
  };
  const end = () => {
    reservation?.complete();
    resolve(Buffer.concat(chunks, size));
  };
  const rejectIncomplete = (cause?: unknown) => {
    // `close` follows a complete body, too; creating an error is expensive.
    if (request.readableEnded) return;
    reject(incompleteBody(cause));
  };
  const timer = setTimeout(() => request.destroy(), BODY_TIMEOUT_MS);
  request.on('data', take).on('end', end).on('error', rejectIncomplete).on('close', rejectIncomplete);
  if (request.destroyed) rejectIncomplete();
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    request.off('data', take).off('end', end).off('error', rejectIncomplete).off('close', rejectIncomplete);
  }
}

/** Discards the rest of the body, so that the client can read the response. */
function tooLarge(ctx: Context, limit: number): ProblemError {
  ctx.req.resume();
  return new ProblemError('content-too-large', `The body is larger than ${limit} bytes.`);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new ProblemError('bad-request', 'The body is not valid UTF-8.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ProblemError('bad-request', 'The body is not valid JSON.', { cause });
  }
}

/** Counts commas before parsing: much cheaper than parsing 100,000 members. */
function rejectTooManyValues(bytes: Buffer): void {
  const [backslash, quotationMark, comma] = [0x5c, 0x22, 0x2c];
  let commas = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quotationMark) inString = !inString;
    else if (byte === backslash) at += 1;
    else if (byte === comma && !inString) commas += 1;
  }
  if (commas >= MAX_VALUES) throw tooManyValues();
}

const tooManyValues = () =>
  new ProblemError('bad-request', `The JSON body has more than ${MAX_VALUES} members and elements.`);

function rejectUnsafe(parsed: unknown): void {
  let level: unknown[] = [parsed];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= MAX_DEPTH)
        throw new ProblemError('bad-request', `The JSON body is nested more than ${MAX_DEPTH} levels deep.`);
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const forbidden = names.find((name) => FORBIDDEN_NAMES.has(name));
      if (forbidden) throw new ProblemError('bad-request', `The property name ${forbidden} is not allowed.`);
      values += Array.isArray(value) ? value.length : names.length;
      if (values > MAX_VALUES) throw tooManyValues();
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
}
