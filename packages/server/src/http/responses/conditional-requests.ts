/** Conditional requests: If-Match and If-None-Match against strong entity tags (RFC 9110, section 13). */
import { createHash } from 'node:crypto';
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../../errors/problem.ts';

/** A strong entity tag (RFC 9110, section 8.8.3): equal bytes have equal tags. 27 characters are 162 bits of the hash. */
export function entityTag(text: string | Buffer): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
}

/** Middleware: 304 for a known tag. koa-conditional-get ignores If-None-Match next to `no-cache`, which `fetch` adds to it. */
export function sendNotModified(): Middleware {
  return async (ctx, next) => {
    await next();
    const tag = ctx.response.get('ETag');
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isRead && ctx.status === 200 && tag !== '' && matchesIfNoneMatch(ctx, tag)) {
      ctx.body = null;
      ctx.status = 304;
    }
  };
}

/** Responds with JSON, uncompressed, because its tag identifies the exact bytes. Clients revalidate it before each use. */
export function sendTagged(ctx: Context, json: string): void {
  ctx.set('ETag', entityTag(json));
  ctx.set('Cache-Control', 'private, no-cache');
  ctx.type = 'application/json';
  ctx.compress = false;
  ctx.body = json;
}

/** Whether If-None-Match contains this entity tag (weak comparison). */
function matchesIfNoneMatch({ req: { headers } }: Context, tag: string): boolean {
  const tags = tagsOf(headers['if-none-match'] ?? '');
  const opaque = (weakOrStrong: string) => weakOrStrong.replace(/^W\//, '');
  return tags.some((other) => other === '*' || opaque(other) === opaque(tag));
}

/** Throws precondition-failed unless If-Match has `tag` (strong) and If-None-Match lacks it; bad-request for a malformed If-Match. */
export function requireMatch(ctx: Context, tag: string): void {
  const header = ctx.req.headers['if-match'];
  const tags = header === undefined ? ['*'] : tagsOf(header);
  if (tags.length === 0) {
    const detail = 'If-Match must be * or a list of entity tags such as "abc", with quotation marks.';
    throw new ProblemError('bad-request', detail);
  }
  const matches = tags.some((candidate) => candidate === '*' || candidate === tag);
  if (matches && !matchesIfNoneMatch(ctx, tag)) return;
  const detail = 'The resource has changed since you read it. Read it again and repeat your change.';
  throw new ProblemError('precondition-failed', detail);
}

const oneTag = /(?:W\/)?"[^"]*"/g;

/** The entity tags of the list; empty if the header is malformed. */
function tagsOf(header: string): string[] {
  if (header.trim() === '*') return ['*'];
  const parts = header.replace(oneTag, '""').split(',');
  const isWellFormed = parts.every((part) => /^(?:"")?$/.test(part.trim()));
  return isWellFormed ? (header.match(oneTag) ?? []) : [];
}
