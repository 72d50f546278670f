/** `fetch` without a limit of time, because imports and training may take very long. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

/** Supports what the client uses: texts, blobs and streams as bodies. A closed connection rejects. */
export const patientFetch: typeof fetch = (input, init = {}) =>
  new Promise((resolve, reject) => {
    const url = new URL(String(input));
    const { method = 'GET', headers, body = null, signal } = init;
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method,
      headers: Object.fromEntries(new Headers(headers)),
      ...(signal && { signal }),
    });
    // Notices a server whose machine has gone.
    request.once('socket', (socket) => socket.setKeepAlive(true, 30_000));
    request.once('response', (response) => {
      const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      const status = response.statusCode!;
      const content = status === 204 || status === 304 ? null : Readable.toWeb(response);
      resolve(new Response(content as BodyInit | null, { status, headers: Object.fromEntries(names) }));
    });
    request.on('error', reject);
    if (body === null || typeof body === 'string') request.end(body ?? undefined);
    else {
      const stream = body instanceof Blob ? body.stream() : (body as ReadableStream);
      Readable.fromWeb(stream as ReadableStream)
        .on('error', (error) => request.destroy(error))
        .pipe(request);
    }
  });

/** A body that is read as the connection takes it. */
export function uploadStream(
  content: AsyncIterable<string | Uint8Array>,
): globalThis.ReadableStream<Uint8Array> {
  const stream = Readable.toWeb(Readable.from(content, { objectMode: false }));
  return stream as unknown as globalThis.ReadableStream<Uint8Array>;
}
