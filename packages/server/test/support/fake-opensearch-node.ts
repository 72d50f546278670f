/** Nodes of a cluster for tests that need one to misbehave: HTTP servers that answer as they are told, and tell who asked what. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeNode {
  url: URL;
  /** Method and path of what it was asked, signs of life left out. */
  asked: string[];
  close(): void;
}

/** `answers` is not asked for signs of life where `alive` is true: those are given at once. */
export async function fakeNode(answers: RequestListener, alive = true): Promise<FakeNode> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const isSign = request.method === 'HEAD' && request.url === '/';
    if (isSign && alive) return void response.end();
    if (!isSign) asked.push(`${request.method} ${request.url?.split('?')[0]}`);
    answers(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    asked,
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

/** An answer that is begun, and no more. */
export const half: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{');
};

/** What a cluster answers to a search that finds nothing. */
export const nothingFound = {
  timed_out: false,
  _shards: { total: 2, failed: 0 },
  hits: { total: { value: 0 }, hits: [] },
};
