/** Content-Encoding negotiation and compression of buffered bodies: zstd, Brotli, gzip. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';
import Negotiator from 'negotiator';
import { concurrencyLimiter } from '../../concurrency-limiter.ts';
import { LARGE_BODY_BYTES } from './conditional-requests.ts';

export type Encoding = 'zstd' | 'br' | 'gzip';
type Options = BrotliOptions | ZlibOptions | ZstdOptions;

/** Offered encodings, preferred first, with their compression options. */
export type Effort = Partial<Record<Encoding, Options>>;

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** For dynamic responses. All three reach about the same size; zstd is the fastest. */
export const FAST_COMPRESSION: Effort = { zstd: {}, br: brotli(4), gzip: {} };

/** Slower, with a smaller result: for bodies that are compressed once and then cached. */
export const STRONG_COMPRESSION: Effort = { br: brotli(7), gzip: { level: 9 } };

/** Compression of shorter bodies saves nothing. In characters or bytes. */
const MIN_COMPRESSED_LENGTH = 1024;
const compressibleTypes = /^(?:text\/|application\/json|image\/svg)/u;

export function isCompressible(body: string | Buffer, mediaType: string): boolean {
  return body.length >= MIN_COMPRESSED_LENGTH && compressibleTypes.test(mediaType);
}

/** Browsers send a few dozen characters; parsing thousands takes milliseconds. */
const MAX_ACCEPT_ENCODING_LENGTH = 1000;

interface EncodingNegotiator {
  encoding(offered: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/**
 * Negotiates the content coding (RFC 9110, section 12.5.3); on a tie, the first offer wins. Null means identity, even if the
 * client excludes it, because a 406 would not help any client.
 */
export function acceptedEncoding(
  { headers }: Pick<IncomingMessage, 'headers'>,
  effort: Effort,
): Encoding | null {
  if ((headers['accept-encoding']?.length ?? 0) > MAX_ACCEPT_ENCODING_LENGTH) return null;
  const offered = [...Object.keys(effort), 'identity'];
  const negotiator: EncodingNegotiator = new Negotiator({ headers });
  const best = negotiator.encoding(offered, { preferred: offered }) ?? 'identity';
  return best === 'identity' ? null : (best as Encoding);
}

/** Compressed forms per body object. Failed compressions are removed and retried by the next request. */
const cache = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/**
 * Compresses a body; the result for a buffer is cached with the options of the first caller. Null if too much is queued, so
 * that the body is sent uncompressed.
 */
export function compressed(
  body: string | Buffer,
  encoding: Encoding,
  effort: Effort,
): Promise<Buffer> | null {
  if (typeof body === 'string') return compress(body, encoding, effort);
  const encodings = cache.get(body) ?? {};
  const promise = encodings[encoding] ?? compress(body, encoding, effort);
  if (!promise || promise === encodings[encoding]) return promise;
  encodings[encoding] = promise;
  cache.set(body, encodings);
  promise.catch(() => delete encodings[encoding]);
  return promise;
}

interface Compressor {
  sync(body: string | Buffer, options?: Options): Buffer;
  inPool(body: string | Buffer, options?: Options): Promise<Buffer>;
}

const compressors: Record<Encoding, Compressor> = {
  zstd: { sync: zstdCompressSync, inPool: promisify(zstdCompress) },
  br: { sync: brotliCompressSync, inPool: promisify(brotliCompress) },
  gzip: { sync: gzipSync, inPool: promisify(gzip) },
};

/** zlib's output chunk, in bytes. A partly filled chunk stays allocated as a whole, so small chunks save memory. */
const chunkSize = 4096;

/**
 * Small bodies are compressed synchronously. This takes 0.1 ms, half the cost of the thread pool, and needs only one encoder
 * in memory.
 */
function compress(body: string | Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> | null {
  const { sync, inPool } = compressors[encoding];
  const options = effort[encoding];
  if (body.length >= LARGE_BODY_BYTES) return compressInPool(body.length, () => inPool(body, options));
  return new Promise((resolve) => resolve(sync(body, { ...options, chunkSize })));
}

/** Limit for bodies being compressed or queued, at most one second of work; beyond it, bodies are sent uncompressed. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
let pendingBytes = 0;
/** One task per thread of Node's pool, because each needs some megabytes. The queue is limited by bytes, not by count. */
const limiter = concurrencyLimiter({
  maxConcurrent: 4,
  maxQueued: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
  rejection: () => new Error('The compression queue is full.'),
});

function compressInPool(length: number, work: () => Promise<Buffer>): Promise<Buffer> | null {
  if (pendingBytes >= MAX_PENDING_BYTES) return null;
  pendingBytes += length;
  return limiter.run(work).finally(() => {
    pendingBytes -= length;
  });
}
