/** An answer that is made as it is read, with what it is made of held meanwhile: for as long as it is read. */
import type { ServerResponse } from 'node:http';
import { abortWhenStalled } from './response-memory-limit.ts';

/** Who reads none of what waits for so long has the connection ended. In milliseconds. */
const longestStandstill = 30_000;

/** The same pieces; `response` is destroyed where the next is not asked for in time after one was given. */
export async function* abortSlowReader<Piece>(
  pieces: AsyncIterable<Piece>,
  response: ServerResponse,
  standstill = longestStandstill,
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    const tooSlow = setTimeout(() => response.destroy(), standstill);
    try {
      yield piece;
    } finally {
      clearTimeout(tooSlow);
    }
  }
  // The last of it may still wait.
  abortWhenStalled(response, standstill);
}
