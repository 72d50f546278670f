/** Conditional requests: If-Match and If-None-Match against strong entity tags (RFC 9110, section 13). */
import type { Context } from 'koa';
import { ProblemError } from '../errors.ts';

/** Answers 304 when the client has this representation already, else sends it. */
export function sendTagged(ctx: Context, { json, etag }: { json: string; etag: string }): void {
  ctx.set('ETag', etag);
  ctx.set('Cache-Control', 'private, no-cache');
  if (isKnown(ctx, etag)) {
    ctx.status = 304;
    return;
  }
  ctx.type = 'application/json';
  ctx.body = json;
}

/** Whether the request's If-None-Match says that the client has the representation of this tag. */
export function isKnown(ctx: Context, etag: string): boolean {
  const known = ctx.req.headers['if-none-match'];
  return known !== undefined && tagsOf(known).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Throws precondition-failed when the request's If-Match does not name `etag`; a weak tag never does. */
export function requireMatch(ctx: Context, etag: string): void {
  const wanted = ctx.req.headers['if-match'];
  if (wanted === undefined || tagsOf(wanted).some((tag) => tag === '*' || tag === etag)) return;
  throw new ProblemError(
    'precondition-failed',
    'It was changed after you read it; read it again and repeat your change.',
  );
}

function tagsOf(header: string): string[] {
  return header.match(/(?:W\/)?"[^"]*"|\*/g) ?? [];
}
