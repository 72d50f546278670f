/** Child process with one of the servers to compare; reports its URL, CPU time and memory. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import fastifyJwt from '@fastify/jwt';
import fastify from 'fastify';
import got from 'got';
import Koa from 'koa';
import compress from 'koa-compress';
import jwt from 'koa-jwt';
import { openContent } from '../src/open-content.ts';
import { openPages } from '../src/pages/open-pages.ts';
import { startServer } from '../src/server.ts';
import { parseSettings } from '../src/settings/server-settings.ts';
import { minimalSearch } from './minimal-search.ts';

/** Input of all servers, so that they send the same responses. */
export interface ServerInput {
  secret: string;
  /** Environment variables of the product's server. */
  environment: Record<string, string>;
  /** Response of the product's server to a read: names and values alternating, and the body. */
  headers: string[];
  json: string;
  /** Search URL of the backend, and the body of the search call. */
  searchUrl: string;
  searchBody: object;
  /** Space at the backend. */
  searchSpaceId: string;
  /** Stylesheet for compressed responses. */
  page: string;
}

type Start = (input: ServerInput) => Promise<string>;

/**
 * Bare node:http server that only sends the bytes. For a search, it calls the backend as the product does, by got.
 */
const bareHttp: Start = (input) => {
  const { headers, json, searchUrl } = input;
  const withoutBody = headers.filter((_, i) => !/^content-/i.test(headers[i - (i % 2)]!));
  const compressed = brotliCompressSync(input.page);
  const search = async (request: IncomingMessage, response: ServerResponse) => {
    const { start } = (await bodyOf(request)) as { start: number };
    const query = { ...input.searchBody, start };
    const text = await got.post(searchUrl, { json: query, retry: { limit: 0 } }).text();
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(text),
    });
    response.end(text);
  };
  return listening(
    createServer((request, response) => {
      if (request.method === 'POST') void search(request, response);
      else if (request.url === '/docs')
        response
          .writeHead(200, { 'Content-Encoding': 'br', 'Content-Length': compressed.length })
          .end(compressed);
      else if (request.headers['if-none-match']) response.writeHead(304, withoutBody).end();
      else response.writeHead(200, headers).end(json);
    }),
  );
};

/** Koa without middleware, the lower bound of any middleware. */
const koa: Start = ({ headers, json }) => {
  const app = new Koa();
  app.use((ctx) => {
    ctx.res.writeHead(200, headers).end(json);
  });
  return listening(createServer(app.callback()));
};

/** Standard setup from the readmes of koa, koa-jwt, koa-compress and got. */
const standardKoa: Start = ({ secret, json, searchUrl, searchBody, page }) => {
  const app = new Koa();
  app.use(compress());
  app.use(jwt({ secret }).unless({ path: /^\/docs/ }));
  app.use(async (ctx) => {
    if (ctx.path.startsWith('/docs')) {
      ctx.type = 'html';
      ctx.body = page;
    } else if (ctx.method === 'POST') {
      const { start } = (await bodyOf(ctx.req)) as { start: number };
      ctx.body = await got.post(searchUrl, { json: { ...searchBody, start } }).json();
    } else ctx.body = JSON.parse(json);
  });
  return listening(createServer(app.callback()));
};

/** Fastify that verifies the token with its JWT plug-in, as in the readme. */
const withFastify: Start = async ({ secret, json, searchUrl, searchBody }) => {
  const app = fastify();
  await app.register(fastifyJwt, { secret });
  app.addHook('onRequest', (request) => request.jwtVerify());
  app.get('/api/configurations/:id', (_, reply) => reply.type('application/json').send(json));
  app.post('/api/configurations/:id/search', (request) => {
    const { start } = request.body as { start: number };
    return got.post(searchUrl, { json: { ...searchBody, start } }).json();
  });
  return app.listen({ port: 0, host: '127.0.0.1' });
};

const product: Start = async ({ environment }) => {
  const settings = await parseSettings({ PORT: '0', HOST: '127.0.0.1', ...environment });
  return (await startServer(settings, openContent, openPages)).url;
};

const minimal: Start = async ({ searchUrl, searchSpaceId }) => {
  const respond = await minimalSearch(new URL('/', searchUrl), searchSpaceId);
  return listening(createServer((request, response) => void respond(request, response)));
};

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  return JSON.parse(Buffer.concat(await request.toArray()).toString());
}

const servers: Record<string, Start> = {
  bare: bareHttp,
  koa,
  stock: standardKoa,
  fastify: withFastify,
  necessary: minimal,
  ours: product,
};

process.on('message', async (message: 'usage' | { start: string; input: ServerInput }) => {
  if (message === 'usage') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
  } else process.send?.({ url: await servers[message.start]!(message.input) });
});
