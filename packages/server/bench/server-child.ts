/** One of the servers to compare, as a process of its own that tells its address, and what it has used when asked. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import fastify from 'fastify';
import got from 'got';
import Koa from 'koa';
import compress from 'koa-compress';
import jwt from 'koa-jwt';
import { createGot, exchanger } from '../src/backends/graphsearch/http-exchange.ts';
import { openContent } from '../src/backends/open-backends.ts';
import { openPages } from '../src/pages/open-pages.ts';
import { startServer } from '../src/server.ts';
import { serverSettings } from '../src/settings/server-settings.ts';
import { minimalSearch } from './minimal-search.ts';

/** What all servers need to give the same answers. */
export interface Given {
  secret: string;
  /** Environment of our server. */
  environment: Record<string, string>;
  /** The answer to a read, as ours sends it: names and values in turn, and the body. */
  headers: string[];
  json: string;
  /** The backend's search, and the body of the call that ours makes for a search. */
  searchUrl: string;
  searchBody: object;
  /** The space that is searched there. */
  searchSpaceId: string;
  /** A stylesheet, to be sent compressed. */
  style: string;
}

type Start = (given: Given) => Promise<string>;

/**
 * Sends the bytes and does nothing else; for a search it asks the backend by got with the options that ours has, or, so
 * that both are known, in the way that ours asks it: as a stream with a cap.
 */
const bare: Start = (given) => {
  const { headers, json, searchUrl } = given;
  const withoutBody = headers.filter((_, i) => !/^content-/i.test(headers[i - (i % 2)]!));
  const compressed = brotliCompressSync(given.style);
  const { send } = exchanger({ sockets: 16 });
  const { client } = createGot({ sockets: 16 });
  const search = async (request: IncomingMessage, response: ServerResponse) => {
    const { start } = (await bodyOf(request)) as { start: number };
    const body = { ...given.searchBody, start };
    const asked = { method: 'POST', url: new URL(searchUrl), json: body, maxBodyBytes: 1e8 } as const;
    const { signal } = new AbortController();
    const text = request.url?.includes('streamed')
      ? (await send(asked, signal)).text
      : await client.post(asked.url, { json: body, signal }).text();
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  return listening(
    createServer((request, response) => {
      if (request.method === 'POST') void search(request, response);
      else if (request.url === '/docs/swagger-ui.css')
        response
          .writeHead(200, { 'Content-Encoding': 'br', 'Content-Length': compressed.length })
          .end(compressed);
      else if (request.headers['if-none-match']) response.writeHead(304, withoutBody).end();
      else response.writeHead(200, headers).end(json);
    }),
  );
};

/** Koa with nothing on it but the same answer in one call: what no middleware can go below. */
const koa: Start = ({ headers, json }) => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.res.writeHead(200, headers).end(json);
  });
  return listening(createServer(app.callback()));
};

/** As the readmes of koa, koa-jwt, koa-compress and got show it. */
const stock: Start = ({ secret, json, searchUrl, searchBody, style }) => {
  const app = new Koa();
  app.use(compress());
  app.use(jwt({ secret }).unless({ path: /^\/docs/ }));
  app.use(async (ctx) => {
    if (ctx.path.startsWith('/docs')) {
      ctx.type = 'css';
      ctx.body = style;
    } else if (ctx.method === 'POST') {
      const { start } = (await bodyOf(ctx.req)) as { start: number };
      ctx.body = await got.post(searchUrl, { json: { ...searchBody, start } }).json();
    } else ctx.body = JSON.parse(json);
  });
  return listening(createServer(app.callback()));
};

/** Without any check of a token. */
const withFastify: Start = ({ json, searchUrl, searchBody }) => {
  const app = fastify();
  app.get('/api/configurations/:id', (_, reply) => reply.type('application/json').send(json));
  app.post('/api/configurations/:id/search', (request) => {
    const { start } = request.body as { start: number };
    return got.post(searchUrl, { json: { ...searchBody, start } }).json();
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
};

const ours: Start = async ({ environment }) => {
  const settings = serverSettings({ PORT: '0', HOST: '127.0.0.1', ...environment });
  return (await startServer(settings, openContent, openPages)).url;
};

const necessary: Start = async ({ searchUrl, searchSpaceId }) => {
  const answer = await minimalSearch(new URL('/', searchUrl), searchSpaceId);
  return listening(createServer((request, response) => void answer(request, response)));
};

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString());
}

const servers: Record<string, Start> = { bare, koa, stock, fastify: withFastify, necessary, ours };

process.on('message', async (message: 'used' | { start: string; given: Given }) => {
  if (message === 'used') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
  } else process.send?.({ url: await servers[message.start]!(message.given) });
});
