/** Sets response headers given as alternating names and values, as in `writeHead`. */
import type { ServerResponse } from 'node:http';

/** Replaces existing headers; with `keepExisting`, keeps them. */
export function setHeaders(
  response: Pick<ServerResponse, 'hasHeader' | 'setHeader'>,
  headers: readonly string[],
  { keepExisting = false } = {},
): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    if (!(keepExisting && response.hasHeader(name))) response.setHeader(name, headers[index + 1]!);
  }
}
