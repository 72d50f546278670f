/** The body of an answer, read whole where it is not too large for that. */
import type { Readable } from 'node:stream';
import { BackendError } from './backend-error.ts';

/** Largest answer in bytes. */
export const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

/** By events: an iterator over the stream costs a promise more for each step. */
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
    stream.once('close', () => reject(new BackendError('unreachable', 'The answer broke off.')));
  });
}

export function tooLarge(limit: number): BackendError {
  return new BackendError('too-large', `The answer has more than ${limit} bytes.`);
}
