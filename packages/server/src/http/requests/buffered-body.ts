/** Buffered request bodies, with limits of size, time and memory. */
import type { Context } from 'koa';
import type { ProblemError } from '../../errors/problem.ts';
import { bodyTooLarge } from './body-size-limit.ts';
import { incompleteBody } from './request-body.ts';
import { bodyReservationOf } from './request-memory-limit.ts';

/** Time limit for receiving the body; then the connection is closed. */
const BODY_TIMEOUT_MS = 30_000;

/** Reads a body of at most `limit` bytes. Throws problems with status 400 (incomplete) and 413. */
export function readBody(ctx: Context, limit: number): Buffer | Promise<Buffer> {
  return readArrived(ctx, limit) ?? readBytes(ctx, limit);
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
  if (Number(request.headers['content-length'] ?? 0) > limit) throw bodyTooLarge(ctx, limit);
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
    if (size > limit) return reject(bodyTooLarge(ctx, limit));
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
