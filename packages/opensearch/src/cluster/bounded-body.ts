/** Response body reader with a size limit. */
import type { Readable } from 'node:stream';
import { BackendError } from '@semantic-search/server/backends';

export const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Uses events, because an async iterator over the stream costs an additional promise per chunk. */
export function readBoundedBody(limit: number, stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      reject(tooLarge(limit));
      stream.destroy();
    });
    stream.once('end', () => resolve(Buffer.concat(chunks, size).toString('utf8')));
    stream.on('error', reject);
    stream.once('close', () =>
      reject(new BackendError('unreachable', 'The connection broke during the response.')),
    );
  });
}

export function tooLarge(limit: number): BackendError {
  return new BackendError('too-large', `The response has more than ${limit} bytes.`);
}
