/** A proxy between site and service that breaks in the ways services do, and counts what passes. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Mode = 'forward' | 'silent' | 'error' | 'overloaded' | 'unauthorized' | 'cut';

export interface Upload {
  path: string;
  ids: string[];
}

export interface ServiceProxy {
  url: string;
  mode: Mode;
  uploads: Upload[];
  /** Most uploads at the same time. */
  concurrent: number;
  close(): void;
}

export async function startProxy(target: () => string): Promise<ServiceProxy> {
  let current = 0;
  const proxy: ServiceProxy = {
    url: '',
    mode: 'forward',
    uploads: [],
    concurrent: 0,
    close: () => server.close(),
  };
  const server = createServer(async (incoming, outgoing) => {
    const body = await read(incoming);
    const { url: path = '' } = incoming;
    if (await breaks(proxy.mode, outgoing)) return;
    const isUpload = incoming.method === 'POST' && /\/documents(\?|$)/.test(path);
    if (isUpload) {
      proxy.uploads.push({ path, ids: idsOf(body) });
      current += 1;
      proxy.concurrent = Math.max(proxy.concurrent, current);
    }
    await forward({ incoming, outgoing, body, target: target(), isCut: proxy.mode === 'cut' && isUpload });
    if (isUpload) current -= 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;
}

async function breaks(mode: Mode, outgoing: ServerResponse): Promise<boolean> {
  // A silent service accepts the request and never responds.
  if (mode === 'silent') return true;
  const failures: Partial<Record<Mode, [number, object]>> = {
    error: [500, {}],
    overloaded: [429, { 'Retry-After': '7' }],
    unauthorized: [401, {}],
  };
  const failure = failures[mode];
  if (!failure) return false;
  const [status, headers] = failure;
  outgoing.writeHead(status, { 'Content-Type': 'application/problem+json', ...headers });
  outgoing.end(JSON.stringify({ status, detail: 'A failure of the test.' }));
  return true;
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const idsOf = (body: Buffer) =>
  body
    .toString()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);

interface Forwarded {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  body: Buffer;
  target: string;
  isCut: boolean;
}

async function forward({ incoming, outgoing, body, target, isCut }: Forwarded): Promise<void> {
  const { method = 'GET', headers, url: path } = incoming;
  await new Promise<void>((resolve) => {
    const sent = request(new URL(path!, target), { method, headers }, async (response) => {
      const content = await read(response).catch(() => Buffer.alloc(0));
      if (isCut) {
        outgoing.writeHead(response.statusCode!, { 'Content-Length': content.length + 100 });
        outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy());
      } else {
        outgoing.writeHead(response.statusCode!, response.headers);
        outgoing.end(content);
      }
      resolve();
    });
    sent.once('error', () => {
      outgoing.destroy();
      resolve();
    });
    sent.end(body);
  });
}
