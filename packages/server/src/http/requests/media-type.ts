/** Validates Content-Type, charset and Content-Encoding of request bodies (RFC 9110, section 8). */
import type { Context } from 'koa';
import { ProblemError } from '../../errors/problem.ts';

/** Pages may declare any encoding in the header or in themselves. */
const WITH_ANY_CHARSET = 'text/html';

/** Returns the media type without parameters. Throws 415 for other types, other charsets than UTF-8 and compressed bodies. */
export function requireMediaType(ctx: Context, allowed: readonly string[]): string {
  const [type = '', ...parameters] = (ctx.req.headers['content-type'] ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  const encoding = ctx.req.headers['content-encoding'] ?? 'identity';
  if (
    allowed.includes(mediaType) &&
    (mediaType === WITH_ANY_CHARSET || isUtf8(parameters)) &&
    encoding === 'identity'
  )
    return mediaType;
  ctx.req.resume();
  throw new ProblemError(
    'unsupported-media-type',
    `The body must be sent as Content-Type: ${allowed.join(' or ')}, in UTF-8 and not compressed.`,
    { headers: { Accept: allowed.join(', ') } },
  );
}

/** UTF-8 is the default without a charset parameter. */
function isUtf8(parameters: readonly string[]): boolean {
  const charset = parameters
    .map((parameter) => parameter.split('=', 2).map((part) => part.trim()))
    .find(([name]) => name?.toLowerCase() === 'charset')?.[1];
  return charset === undefined || /^"?utf-?8"?$/i.test(charset);
}
