/** Load balancers as delivered, before servers of which one breaks off: what changes something is never carried out twice. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Balancer, balance, balancers, missingBalancer } from './balancer.testing.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  let balancer: Balancer;
  let servers: Server[];
  /** What servers took, in full. */
  let taken: string[];

  beforeEach(async () => {
    taken = [];
    servers = await Promise.all([listening(), listening()]);
    balancer = await balance(
      name,
      servers.map((each) => (each.address() as AddressInfo).port),
    );
  });
  afterEach(async () => {
    await balancer?.close();
    for (const each of servers) each.close().closeAllConnections();
  });

  /** Breaks off before its answer where no other one has done so yet. */
  async function listening(): Promise<Server> {
    const server = createServer(async (request, response) => {
      if (request.url === '/ready') return void response.end();
      for await (const _ of request);
      taken.push(`${request.method} ${request.url}`);
      if (taken.length === 1) request.socket.destroy();
      else response.end('done');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  async function ask(method: string, path: string): Promise<number> {
    const body = method === 'POST' || method === 'PUT' ? { body: '{"config":{}}' } : {};
    return (await fetch(balancer.url + path, { method, ...body })).status;
  }

  const changes = [
    ['POST', '/api/configurations'],
    ['POST', '/api/configurations/1/set'],
    ['POST', '/api/tokens'],
    ['POST', '/api/spaces/library/documents'],
  ];
  // nginx takes these for what may be repeated, as RFC 9110 does (section 9.2.2).
  const repeatable = [
    ['PUT', '/api/configurations/1'],
    ['DELETE', '/api/tokens/1'],
  ];
  test.each(name === 'HAProxy' ? [...changes, ...repeatable] : changes)(
    '%s %s is carried out once, and the client learns that it is in doubt',
    async (method, path) => {
      expect(await ask(method!, path!)).toBe(502);
      expect(taken).toEqual([`${method} ${path}`]);
    },
  );

  test.each([
    ['GET', '/api/configurations'],
    ['HEAD', '/api/configurations/1'],
    ['POST', '/api/configurations/1/search'],
    ['POST', '/api/configurations/1/extractConcepts'],
  ])('%s %s is asked of another server', async (method, path) => {
    expect(await ask(method, path)).toBe(200);
    expect(taken).toEqual([`${method} ${path}`, `${method} ${path}`]);
  });
});
