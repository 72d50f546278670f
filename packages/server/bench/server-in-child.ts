/** One of the servers to compare, as a process of its own that tells its address, and its CPU time when asked. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import Koa from 'koa';
import jwt from 'koa-jwt';
import { smallContent } from '../source/server.testing.ts';
import { startServer } from '../source/server.ts';
import { serverSettings } from '../source/settings/server-settings.ts';

/** What the others answer with: the same bytes as our server. */
export interface Given {
  directory: string;
  secret: string;
  json: string;
  etag: string;
  logLevel: string;
}

type Start = (given: Given) => Promise<string>;

/** Sends the bytes and does nothing else. */
const bare: Start = ({ json, etag }) => {
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ETag: etag };
  const answer = (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(json) }).end(json);
  const server = createServer(answer).listen(0, '127.0.0.1');
  return new Promise((resolve) => {
    server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });
};

/** As the readmes of koa and koa-jwt show it. */
const stock: Start = async ({ secret, json, etag }) => {
  const app = new Koa();
  app.use(jwt({ secret }));
  app.use((ctx) => {
    ctx.set('ETag', etag);
    ctx.body = JSON.parse(json);
  });
  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Without any check of a token. */
const withFastify: Start = ({ json, etag }) => {
  const app = fastify();
  app.get('/api/configurations/:id', (_, reply) =>
    reply.header('ETag', etag).type('application/json').send(json),
  );
  return app.listen({ port: 0, host: '127.0.0.1' });
};

const ours: Start = async ({ directory, secret, logLevel }) => {
  const settings = serverSettings({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: directory,
    ACCESS_TOKEN_SECRETS: secret,
    LOG_LEVEL: logLevel,
  });
  return (await startServer(settings, async () => smallContent)).url;
};

const servers: Record<string, Start> = { bare, stock, fastify: withFastify, ours };

process.on('message', async (message: 'cpu' | { start: string; given: Given }) => {
  if (message === 'cpu') {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() });
  } else process.send?.({ url: await servers[message.start]!(message.given) });
});
