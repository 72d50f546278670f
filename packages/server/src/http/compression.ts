/** Compression of what is sent whole, answers and files alike: what the client takes, and how it is made of the body. */
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
import { concurrencyLimiter } from '../concurrency-limiter.ts';
import { LARGE_BODY_BYTES } from './conditional-requests.ts';

export type Encoding = 'zstd' | 'br' | 'gzip';
type Options = BrotliOptions | ZlibOptions | ZstdOptions;

/** The encodings that are offered, the preferred one first, and how much is done in each to make the body small. */
export type Effort = Partial<Record<Encoding, Options>>;

const brotli = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

/** For what is made anew each time. All make it about as small, and zstd is the quickest. */
export const FAST_COMPRESSION: Effort = { zstd: {}, br: brotli(4), gzip: {} };

/** Slower, and smaller: for what is compressed once for all who ask. */
export const STRONG_COMPRESSION: Effort = { br: brotli(7), gzip: { level: 9 } };

/** Below this, in characters or bytes, compressing saves nothing. */
const smallest = 1024;
const texts = /^(?:text\/|application\/json|image\/svg)/u;

export function worthCompressing(body: string | Buffer, mediaType: string): boolean {
  return body.length >= smallest && texts.test(mediaType);
}

/** Those of browsers have some dozens of characters, and reading one of thousands takes milliseconds. */
const longestHeader = 1000;

interface Choosing {
  encoding(offered: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/**
 * What the request takes best (RFC 9110, section 12.5.3), and of what it takes equally what is offered first. Null for
 * the body as it is: also where the request takes nothing, not even that, since an error instead helps no client.
 */
export function acceptedEncoding(
  { headers }: Pick<IncomingMessage, 'headers'>,
  effort: Effort,
): Encoding | null {
  if ((headers['accept-encoding']?.length ?? 0) > longestHeader) return null;
  const offered = [...Object.keys(effort), 'identity'];
  const choosing: Choosing = new Negotiator({ headers });
  const best = choosing.encoding(offered, { preferred: offered }) ?? 'identity';
  return best === 'identity' ? null : (best as Encoding);
}

/** Of bodies that are the same object; what failed is tried again by the next who asks. */
const made = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/**
 * A buffer is compressed once for all who ask, with the effort of the first. Null when so much waits that the body is
 * better sent as it is.
 */
export function compressed(
  body: string | Buffer,
  encoding: Encoding,
  effort: Effort,
): Promise<Buffer> | null {
  if (typeof body === 'string') return compress(body, encoding, effort);
  const known = made.get(body) ?? {};
  const making = known[encoding] ?? compress(body, encoding, effort);
  if (!making || making === known[encoding]) return making;
  known[encoding] = making;
  made.set(body, known);
  making.catch(() => delete known[encoding]);
  return making;
}

interface Compressor {
  now(body: string | Buffer, options?: Options): Buffer;
  inThread(body: string | Buffer, options?: Options): Promise<Buffer>;
}

const compressors: Record<Encoding, Compressor> = {
  zstd: { now: zstdCompressSync, inThread: promisify(zstdCompress) },
  br: { now: brotliCompressSync, inThread: promisify(brotliCompress) },
  gzip: { now: gzipSync, inThread: promisify(gzip) },
};

/** In bytes: Node makes pieces of so many, and what fills but a part of one keeps all of it as long as it lasts. */
const chunkSize = 4096;

/**
 * What is short is compressed here and now: that takes a tenth of a millisecond, half of what handing it to a thread
 * costs, and no more than one encoder is in memory however many ask.
 */
function compress(body: string | Buffer, encoding: Encoding, effort: Effort): Promise<Buffer> | null {
  const { now, inThread } = compressors[encoding];
  const options = effort[encoding];
  if (body.length >= LARGE_BODY_BYTES) return inTurn(body.length, () => inThread(body, options));
  return new Promise((resolve) => resolve(now(body, { ...options, chunkSize })));
}

/** So many bytes, a second's work or less, are compressed or wait for it before others are sent as they are. */
const most = 32 * 1024 * 1024;
let taken = 0;
/** As many at a time as Node has threads for it; each takes some megabytes meanwhile. Bounded by bytes: nobody is refused. */
const line = concurrencyLimiter({
  maxConcurrent: 4,
  maxQueued: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
  rejection: () => new Error('Too much is to be compressed.'),
});

function inTurn(length: number, work: () => Promise<Buffer>): Promise<Buffer> | null {
  if (taken >= most) return null;
  taken += length;
  return line.run(work).finally(() => {
    taken -= length;
  });
}
