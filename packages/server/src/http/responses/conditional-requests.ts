/** Conditional requests: If-Match and If-None-Match against strong entity tags (RFC 9110, section 13). */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';
import { type Pieces, type PreparedResponse, sendPrepared } from './response-headers.ts';

/** A JSON representation, serialized and hashed once, with its prepared 200 and 304 responses. */
export interface TaggedResponse {
  etag: string;
  /** 304 Not Modified. */
  unchanged: PreparedResponse;
  /** 200 with the representation. */
  full: PreparedResponse;
}

/** From this length on, a body is stored as a buffer: encoding the string for each response costs more. */
export const LARGE_BODY_BYTES = 16_384;

/** Prepares the responses for `json`, with a strong entity tag (RFC 9110, section 8.8.3). */
export function tagged(json: string): TaggedResponse {
  const length = Buffer.byteLength(json);
  return taggedAs(json, { length, body: json.length < LARGE_BODY_BYTES ? json : Buffer.from(json) });
}

/** The entity tag is the hash of `identity`, which must differ if the representation differs. `length` is in bytes. */
export function taggedAs(
  identity: string,
  { length, ...content }: { length?: number; body?: string | Buffer; pieces?: Pieces },
): TaggedResponse {
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  const validators = ['ETag', etag, 'Cache-Control', 'private, no-cache'];
  const headers = [...validators, 'Content-Type', 'application/json; charset=utf-8'];
  if (length !== undefined) headers.push('Content-Length', String(length));
  return {
    etag,
    unchanged: { status: 304, headers: validators },
    full: { status: 200, headers, ...content },
  };
}

/** The 304 response if If-None-Match matches, otherwise the 200 response. */
function conditionalResponse(
  request: IncomingMessage,
  { etag, unchanged, full }: TaggedResponse,
): PreparedResponse {
  return matchesIfNoneMatch(request, etag) ? unchanged : full;
}

export function sendTagged(ctx: Context, tagged: TaggedResponse): void {
  sendPrepared(ctx, conditionalResponse(ctx.req, tagged));
}

/** Whether If-None-Match contains this entity tag (weak comparison). */
export function matchesIfNoneMatch({ headers }: IncomingMessage, etag: string): boolean {
  const header = headers['if-none-match'];
  if (header === undefined || header === etag) return header === etag;
  return tagsOf(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/**
 * Throws precondition-failed if If-Match does not contain `etag` (strong comparison) or If-None-Match does, and bad-request
 * for a malformed If-Match. A malformed If-None-Match matches nothing.
 */
export function requireMatch({ req }: Context, etag: string): void {
  const header = req.headers['if-match'];
  const tags = header === undefined ? ['*'] : tagsOf(header);
  if (tags.length === 0) {
    const detail = 'If-Match must be * or a list of entity tags such as "abc", with quotation marks.';
    throw new ProblemError('bad-request', detail);
  }
  const matches = tags.some((tag) => tag === '*' || tag === etag);
  if (matches && !matchesIfNoneMatch(req, etag)) return;
  throw new ProblemError(
    'precondition-failed',
    'The resource has changed since you read it. Read it again and repeat your change.',
  );
}

const oneTag = /(?:W\/)?"[^"]*"/g;

/** The entity tags of the list; empty if the header is malformed. */
function tagsOf(header: string): string[] {
  if (header.trim() === '*') return ['*'];
  const parts = header.replace(oneTag, '""').split(',');
  const isWellFormed = parts.every((part) => /^(?:"")?$/.test(part.trim()));
  return isWellFormed ? (header.match(oneTag) ?? []) : [];
}
