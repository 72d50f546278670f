/** The body of an answer, read whole where it is not too large for that. */
import type { Readable } from 'node:stream';
import { RemoteFault } from './backend-error.ts';

/** Largest answer in bytes. */
export const usualLimit = 16 * 1024 * 1024;

/** By events: an iterator over the stream costs a promise more for each step. */
export function readAtMost(limit: number, stream: Readable): Promise<string> {
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
    stream.once('close', () => reject(new RemoteFault('unreachable', 'The answer broke off.')));
  });
}

export function tooLarge(limit: number): RemoteFault {
  return new RemoteFault('too-large', `The answer has more than ${limit} bytes.`);
}
