/** What lies in memory, compressed once for each encoding: by the first client that asks, for all that come after it. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** The better one first. */
export const encodings: readonly Encoding[] = ['br', 'gzip'];

/** Slower than what is usual for answers that are made anew each time, and smaller: it is done once. */
const compress: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (body) => promisify(gzip)(body, { level: 9 }),
};

/** Below this, in bytes, compressing saves nothing. */
const smallest = 1024;

export function worthCompressing(body: Buffer, mediaType: string): boolean {
  return body.length >= smallest && /^(?:text\/|application\/json|image\/svg)/.test(mediaType);
}

const done = new WeakMap<Buffer, Partial<Record<Encoding, Promise<Buffer>>>>();

/** What failed, as where there is no memory for it, is tried again by the next who asks. */
export function encoded(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = done.get(body) ?? {};
  done.set(body, known);
  known[encoding] ??= compress[encoding](body).catch((error) => {
    delete known[encoding];
    throw error;
  });
  return known[encoding];
}
