/**
 * Caching backend proxy in the process of the load client, which never sleeps during a measurement.
 *
 * Otherwise the server under test would pay for waking a sleeping process, more often the slower it is. The proxy repeats
 * the response of another backend to the same request.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface CachedResponse {
  status: number;
  type: string;
  body: Buffer;
}

export async function cachingBackend(behind: URL): Promise<{ url: URL; close(): void }> {
  const cache = new Map<string, CachedResponse>();
  const server = createServer((request, response) => void handle(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: new URL(`http://127.0.0.1:${port}/`), close: () => server.close().closeAllConnections() };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray());
    const key = `${request.method} ${request.url} ${body}`;
    if (!cache.has(key)) cache.set(key, await forward(request, body));
    const { status, type, body: content } = cache.get(key)!;
    response.writeHead(status, { 'Content-Type': type, 'Content-Length': content.length }).end(content);
  }

  async function forward({ method, url, headers }: IncomingMessage, body: Buffer): Promise<CachedResponse> {
    const response = await fetch(new URL(url!, behind), {
      method: method!,
      headers: { 'Content-Type': headers['content-type'] ?? '' },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, body: Buffer.from(await response.arrayBuffer()) };
  }
}
