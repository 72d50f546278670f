/** Reads a request's JSON body: bounded in size and depth, without names that reach into prototypes. */
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';
import { requireMediaType } from './media-type.ts';
import { hasBody } from './request-body.ts';
import { bodyReservationOf } from './request-memory-limit.ts';

export const configurationBodyLimit = 256 * 1024;
export const searchBodyLimit = 1024 * 1024;
const deepest = 32;
/** More members and elements than a body of settings can mean, or a document can have. */
const mostValues = 10_000;
/** A body that drips in slower than this ends its connection. In milliseconds. */
const longestWait = 30_000;
const refusedNames = new Set(['__proto__', 'constructor', 'prototype']);

/** The parsed body, or undefined when the request has none. Throws 400, 413 and 415. */
export async function readJson(ctx: Context, limit: number): Promise<unknown> {
  if (!hasBody(ctx.req)) return undefined;
  requireMediaType(ctx, ['application/json']);
  const bytes = arrived(ctx, limit) ?? (await readBytes(ctx, limit));
  if (bytes.length > 2 * mostValues) refuseCrowded(bytes);
  const text = decode(bytes);
  if (text.trim() === '') return undefined;
  const value = parseJson(text);
  refuseHostile(value);
  return value;
}

/** A small body mostly comes with its head, and is there as a whole: nothing has to be waited for. */
function arrived(ctx: Context, limit: number): Buffer | undefined {
  const { req: request } = ctx;
  if (!request.complete || request.readableLength > limit) return undefined;
  const bytes: Buffer | null = request.read();
  if (bytes === null) return undefined;
  const place = bodyReservationOf(ctx);
  place?.take(bytes.length, (refusal) => {
    throw refusal;
  });
  place?.arrived();
  return bytes;
}

/** By events: an iterator over the request costs a promise more for each step. */
async function readBytes(ctx: Context, limit: number): Promise<Buffer> {
  const { req: request } = ctx;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(ctx, limit);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const place = bodyReservationOf(ctx);
  const chunks: Buffer[] = [];
  let size = 0;
  const giveUp = (refusal: ProblemError) => {
    request.resume(); // As with what is too large.
    reject(refusal);
  };
  const take = (chunk: Buffer) => {
    size += chunk.length;
    if (size > limit) return reject(tooLarge(ctx, limit));
    place?.take(chunk.length, giveUp);
    chunks.push(chunk);
  };
  const end = () => {
    place?.arrived();
    resolve(Buffer.concat(chunks, size));
  };
  const breakOff = (cause?: unknown) => {
    // A whole one is closed as well, and an error is dear.
    if (request.readableEnded) return;
    reject(new ProblemError('bad-request', 'The body did not arrive completely.', { cause }));
  };
  const tooSlow = setTimeout(() => request.destroy(), longestWait);
  request.on('data', take).on('end', end).on('error', breakOff).on('close', breakOff);
  if (request.destroyed) breakOff();
  try {
    return await promise;
  } finally {
    clearTimeout(tooSlow);
    request.off('data', take).off('end', end).off('error', breakOff).off('close', breakOff);
  }
}

/** The rest of the body is read and thrown away, so that the client gets to read the answer. */
function tooLarge(ctx: Context, limit: number): ProblemError {
  ctx.req.resume();
  return new ProblemError('content-too-large', `The body may have at most ${limit} bytes.`);
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

/** Parsing a hundred thousand names takes longer than counting the commas between them. */
function refuseCrowded(bytes: Buffer): void {
  const [backslash, quotationMark, comma] = [0x5c, 0x22, 0x2c];
  let commas = 0;
  let inString = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quotationMark) inString = !inString;
    else if (byte === backslash) at += 1;
    else if (byte === comma && !inString) commas += 1;
  }
  if (commas >= mostValues) throw tooManyValues();
}

const tooManyValues = () =>
  new ProblemError('bad-request', `JSON may have ${mostValues} members and elements.`);

function refuseHostile(root: unknown): void {
  let level: unknown[] = [root];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      if (depth >= deepest)
        throw new ProblemError('bad-request', `JSON may be nested ${deepest} levels deep.`);
      const names = Array.isArray(value) ? [] : Object.keys(value);
      const refused = names.find((name) => refusedNames.has(name));
      if (refused) throw new ProblemError('bad-request', `The name ${refused} is not allowed.`);
      values += Array.isArray(value) ? value.length : names.length;
      if (values > mostValues) throw tooManyValues();
      for (const member of Object.values(value)) next.push(member);
    }
    level = next;
  }
}
