/** Headers as names and values in turn, which is how Node takes all of an answer at once. */
import type { ServerResponse } from 'node:http';

/** In place of those of the same names. With `absent` only where there is none of the name yet. */
export function setHeaders(
  response: Pick<ServerResponse, 'hasHeader' | 'setHeader'>,
  headers: readonly string[],
  absent = false,
): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (!(absent && response.hasHeader(name))) response.setHeader(name, headers[index + 1]!);
  }
}
