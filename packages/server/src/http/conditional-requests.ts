/** Conditional requests: If-Match and If-None-Match against strong entity tags (RFC 9110, section 13). */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';
import { type Pieces, type PreparedResponse, sendPrepared } from './response-headers.ts';

/** A JSON representation that is written and hashed once, and then only sent. */
export interface TaggedResponse {
  etag: string;
  /** To who has it already. */
  unchanged: PreparedResponse;
  /** To everybody else. */
  full: PreparedResponse;
}

/** From so many characters on a text costs less to send as bytes than to be encoded again. */
export const LARGE_BODY_BYTES = 16_384;

/** The strong entity tag is of the text (RFC 9110, section 8.8.3). */
export function tagged(json: string): TaggedResponse {
  const length = Buffer.byteLength(json);
  return taggedAs(json, { length, body: json.length < LARGE_BODY_BYTES ? json : Buffer.from(json) });
}

/** `identity` is another text wherever the representation is another one. The length is in bytes, if it is known. */
export function taggedAs(
  identity: string,
  { length, ...content }: { length?: number; body?: string | Buffer; pieces?: Pieces },
): TaggedResponse {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  const known = ['ETag', etag, 'Cache-Control', 'private, no-cache'];
  const headers = [...known, 'Content-Type', 'application/json; charset=utf-8'];
  if (length !== undefined) headers.push('Content-Length', String(length));
  return { etag, unchanged: { status: 304, headers: known }, full: { status: 200, headers, ...content } };
}

/** 304 when the client has this representation already, else the representation. */
export function conditionalResponse(
  request: IncomingMessage,
  { etag, unchanged, full: whole }: TaggedResponse,
): PreparedResponse {
  return matchesIfNoneMatch(request, etag) ? unchanged : whole;
}

export function sendTagged(ctx: Context, tagged: TaggedResponse): void {
  sendPrepared(ctx, conditionalResponse(ctx.req, tagged));
}

/** Whether the request's If-None-Match says that the client has the representation of this tag. */
export function matchesIfNoneMatch({ headers }: IncomingMessage, etag: string): boolean {
  const known = headers['if-none-match'];
  if (known === undefined || known === etag) return known === etag;
  return tagsOf(known).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/**
 * Throws precondition-failed when the request's If-Match does not name `etag`, which a weak tag never does, or its
 * If-None-Match does. What is no list of tags names none.
 */
export function requireMatch({ req }: Context, etag: string): void {
  const wanted = req.headers['if-match'];
  const matches = wanted === undefined || tagsOf(wanted).some((tag) => tag === '*' || tag === etag);
  if (matches && !matchesIfNoneMatch(req, etag)) return;
  throw new ProblemError(
    'precondition-failed',
    'It was changed after you read it; read it again and repeat your change.',
  );
}

const oneTag = /(?:W\/)?"[^"]*"/g;

/** A list with anything else in it is none. */
function tagsOf(header: string): string[] {
  if (header.trim() === '*') return ['*'];
  const parts = header.replace(oneTag, '""').split(',');
  const isList = parts.every((part) => /^(?:"")?$/.test(part.trim()));
  return isList ? (header.match(oneTag) ?? []) : [];
}
