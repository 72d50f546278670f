/** Fault-injecting proxy between adapter and cluster: drops responses, delays requests, reports a failed shard. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type ProxyMode =
  | 'forward'
  /** No response. */
  | 'hang'
  /** Search responses report a failed shard. */
  | 'fail-shard'
  /** Bulk requests with documents are held back without a response. */
  | 'hold-bulk'
  /** The alias switch is forwarded; its response is lost. */
  | 'lose-switch'
  /** The alias switch is rejected. */
  | 'reject-switch'
  /** Writes of the term dictionary are forwarded; their responses are lost. */
  | 'lose-words'
  /** The first refreshes and scrolls are rejected. */
  | 'fail-first';

export interface FaultyProxy {
  url: URL;
  setMode(mode: ProxyMode): void;
  /** Number of requests held back. */
  heldCount(): number;
  /** Number of lost responses. */
  lostCount(): number;
  /** Forwards the held requests and resolves to the responses of the cluster. */
  releaseHeld(): Promise<string[]>;
  /** Stops the proxy. */
  close(): Promise<void>;
}

/** More than the immediate retries of a call. */
const MAX_REJECTIONS = 3;

export async function startFaultyProxy(cluster: URL): Promise<FaultyProxy> {
  let mode: ProxyMode = 'forward';
  let lostCount = 0;
  const rejections = { refresh: 0, scroll: 0 };
  const held: (() => Promise<string>)[] = [];
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (mode === 'hang') return;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const forwardRequest = () => forward(request, body, cluster);
    if (mode === 'hold-bulk' && request.url?.includes('_bulk?require_alias')) {
      held.push(async () => (await forwardRequest()).text());
      return;
    }
    const isSwitch = request.url?.startsWith('/_aliases') && body.includes('"add"');
    if ((mode === 'reject-switch' && isSwitch) || (mode === 'fail-first' && isRejected(request.url ?? ''))) {
      response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const upstream = await forwardRequest();
    const text = await upstream.text();
    const isTermWrite = request.url?.includes('-words/_bulk');
    if ((mode === 'lose-switch' && isSwitch) || (mode === 'lose-words' && isTermWrite)) {
      lostCount += 1;
      response.destroy();
      return;
    }
    response.writeHead(upstream.status, {
      'content-type': upstream.headers.get('content-type') ?? 'text/plain',
    });
    response.end(mode === 'fail-shard' ? text.replace('"failed":0', '"failed":1') : text);
  }

  /** Counts refreshes and scrolls; the first of each are rejected. */
  function isRejected(path: string): boolean {
    const kind = path.includes('/_refresh') ? 'refresh' : path.startsWith('/_search?') ? 'scroll' : undefined;
    if (kind === undefined) return false;
    rejections[kind] += 1;
    return rejections[kind] <= MAX_REJECTIONS;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    setMode(next) {
      mode = next;
    },
    heldCount: () => held.length,
    lostCount: () => lostCount,
    releaseHeld: () => Promise.all(held.splice(0).map((send) => send())),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function forward(request: IncomingMessage, body: Buffer, cluster: URL): Promise<Response> {
  const type = request.headers['content-type'];
  return fetch(new URL(request.url ?? '/', cluster), {
    method: request.method ?? 'GET',
    headers: type ? { 'content-type': type } : {},
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
