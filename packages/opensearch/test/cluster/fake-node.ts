/** Fake OpenSearch node: an HTTP server with scripted responses that records its requests. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeNode {
  url: URL;
  /** Method and path of the received requests, without health probes. */
  requests: string[];
  close(): void;
}

/** With `alive`, health probes are answered at once and not passed to `listener`. */
export async function fakeNode(listener: RequestListener, alive = true): Promise<FakeNode> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const isProbe = request.method === 'HEAD' && request.url === '/';
    if (isProbe && alive) return void response.end();
    if (!isProbe) requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const json =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };

export const silent: RequestListener = () => undefined;

/** Starts a response and never completes it. */
export const half: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{');
};

/** Search response without hits. */
export const nothingFound = {
  timed_out: false,
  _shards: { total: 2, failed: 0 },
  hits: { total: { value: 0 }, hits: [] },
};
