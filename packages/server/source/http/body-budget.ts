/**
 * How many bytes of bodies the service takes at a time. Each is limited, but many of them at once are not: those beyond
 * are turned away before a byte of them is kept. What streams, such as documents, is never kept whole and not counted.
 */
import type { Context, Middleware } from 'koa';
import { ProblemError } from '../errors.ts';
import { searchBodyLimit } from './json-body.ts';

/** In bytes. Parsed, a body takes some times its size. */
const usual = 64 * 1024 * 1024;

export function bodyBudget(most = usual): Middleware {
  let taken = 0;
  return async (ctx, next) => {
    const size = sizeOf(ctx);
    if (size === 0) return next();
    if (taken + size > most) {
      ctx.req.resume();
      throw new ProblemError('service-unavailable', 'Too many large requests are being read just now.', {
        headers: { 'Retry-After': '1' },
      });
    }
    taken += size;
    try {
      await next();
    } finally {
      taken -= size;
    }
  };
}

/** A body that does not tell its size may be as large as allowed; one that is larger is refused where it is read. */
function sizeOf({ req }: Context): number {
  const { 'content-length': length, 'content-type': type = '', 'transfer-encoding': coding } = req.headers;
  if (!/^application\/json\b/i.test(type)) return 0;
  const told = coding === undefined ? Number(length ?? 0) : searchBodyLimit;
  return Math.min(told, searchBodyLimit);
}
