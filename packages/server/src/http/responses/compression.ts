/** Compression of response bodies by koa-compress: zstd, Brotli and gzip. */
import type { Middleware } from 'koa';
import compress from 'koa-compress';

/** Compression of shorter bodies saves nothing. */
export const MIN_COMPRESSED_BYTES = 1024;

const compressibleTypes = /^(?:text\/|application\/(?:problem\+)?json|image\/svg)/u;

export function isCompressible(mediaType: string): boolean {
  return compressibleTypes.test(mediaType);
}

/** A route opts out with `ctx.compress = false`. */
export function compression(): Middleware {
  const compressed = compress({ filter: isCompressible, threshold: MIN_COMPRESSED_BYTES }) as Middleware;
  return (ctx, next) =>
    compressed(ctx, async () => {
      await next();
      // Without an acceptable encoding, koa-compress would fail, and a 406 would not help any client.
      if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'deflate', 'identity')) ctx.compress = false;
    });
}
