/**
 * Proxy that enables the shard request cache for searches with hits (`request_cache=true`).
 *
 * It disables the cache for searches without hits, which is on by default, so that the statistics cover only the former.
 */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface CacheProxy {
  url: URL;
  close(): Promise<void>;
}

export async function startCacheProxy(node: URL): Promise<CacheProxy> {
  const server = createServer(async (incoming, outgoing) => {
    const [to, body] = [new URL(incoming.url!, node), await buffer(incoming)];
    if (to.pathname.endsWith('/_search')) {
      const { size } = JSON.parse(String(body)) as { size?: number };
      to.searchParams.set('request_cache', String(size !== 0));
    }
    const passed = request(to, { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', (error) => outgoing.destroy(error));
    passed.end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
