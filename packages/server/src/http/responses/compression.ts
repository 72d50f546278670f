/** Compression of response bodies by koa-compress: Brotli and gzip. */
import { constants } from 'node:zlib';
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Shorter bodies are not compressed, because it saves nothing. */
export const MIN_COMPRESSED_BYTES = 1024;

const compressibleTypes = /^(?:text\/|application\/(?:problem\+)?json|image\/svg)/u;

export const isCompressible = (mediaType: string): boolean => compressibleTypes.test(mediaType);

/** An encoder lives while its client reads: 3,000 took 955 MB with quality 3, 157 MB with 1. A zstd encoder takes megabytes. */
const options = {
  filter: isCompressible,
  threshold: MIN_COMPRESSED_BYTES,
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 16 } },
  zstd: false,
} as const;

/** A route opts out with `ctx.compress = false`. */
export function compression(): Middleware {
  const compressed = compress(options) as Middleware;
  return (ctx, next) =>
    compressed(ctx, async () => {
      await next();
      // Without an acceptable encoding, koa-compress would fail, and a 406 would not help any client.
      if (ctx.compress !== false && !ctx.acceptsEncodings('br', 'gzip', 'deflate', 'identity'))
        ctx.compress = false;
    });
}
