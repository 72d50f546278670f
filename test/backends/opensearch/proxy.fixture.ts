/**
 * Fault-injecting proxy between adapter and cluster: drops responses, delays requests, or reports a failed shard.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * `hang`: no response. `halve`: partial search responses. `keep`: document bulk requests are held back without a response.
 * `lose` and `refuse`: the response to the alias switch is lost, or the switch is rejected. `lose-words`: the response to
 * writes of the term dictionary is lost. `stumble`: the first refreshes and scrolls are rejected.
 */
export type ProxyMode = 'well' | 'hang' | 'halve' | 'keep' | 'lose' | 'lose-words' | 'refuse' | 'stumble';

export interface FaultyProxy {
  url: URL;
  behave(how: ProxyMode): void;
  /** Number of requests held back. */
  heldCount(): number;
  /** Number of lost responses. */
  lost(): number;
  /** Forwards the held requests; resolves to the responses of the cluster. */
  letGo(): Promise<string[]>;
  /** Stops the proxy. */
  close(): Promise<void>;
}

/** More than the immediate retries of a call. */
const mostStumbles = 3;

export async function startFaultyProxy(cluster: URL): Promise<FaultyProxy> {
  let manner: ProxyMode = 'well';
  let lost = 0;
  const stumbles = { refresh: 0, page: 0 };
  const waiting: (() => Promise<string>)[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (manner === 'hang') return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sendOn = () => sentOn(request, Buffer.concat(chunks), cluster);
    if (manner === 'keep' && request.url?.includes('_bulk?require_alias')) {
      waiting.push(async () => (await sendOn()).text());
      return;
    }
    const isSwitch = request.url?.startsWith('/_aliases') && Buffer.concat(chunks).includes('"add"');
    if ((manner === 'refuse' && isSwitch) || (manner === 'stumble' && stumblesAt(request.url ?? ''))) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const given = await sendOn();
    const text = await given.text();
    const isOfWords = request.url?.includes('-words/_bulk');
    if ((manner === 'lose' && isSwitch) || (manner === 'lose-words' && isOfWords)) {
      lost += 1;
      response.destroy();
      return;
    }
    response.writeHead(given.status, { 'content-type': given.headers.get('content-type') ?? 'text/plain' });
    response.end(manner === 'halve' ? text.replace('"failed":0', '"failed":1') : text);
  }

  function stumblesAt(path: string): boolean {
    const what = path.includes('/_refresh') ? 'refresh' : path.startsWith('/_search?') ? 'page' : undefined;
    if (what === undefined) return false;
    stumbles[what] += 1;
    return stumbles[what] <= mostStumbles;
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    behave(how) {
      manner = how;
    },
    heldCount: () => waiting.length,
    lost: () => lost,
    letGo: () => Promise.all(waiting.splice(0).map((send) => send())),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

function sentOn(request: IncomingMessage, body: Buffer, cluster: URL): Promise<Response> {
  const type = request.headers['content-type'];
  return fetch(new URL(request.url ?? '/', cluster), {
    method: request.method ?? 'GET',
    headers: type ? { 'content-type': type } : {},
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
