/** Load balancers as delivered, before servers that take their time: content of some megabytes passes, once. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Balancer, balance, balancers, missingBalancer } from './balancer.testing.ts';

const reason = missingBalancer();
if (reason) console.warn(reason);

const megabytes = 3_000_000;
/** Seconds in place of a minute, and for how long servers say nothing. */
const [patience, silence] = [3, 6];

describe.skipIf(reason !== undefined).each(balancers)('behind %s', (name) => {
  let balancer: Balancer;
  let servers: Server[];
  /** Method, path and bytes of what servers took. */
  let taken: string[];

  beforeEach(async () => {
    taken = [];
    servers = await Promise.all([listening(), listening()]);
    const ports = servers.map((each) => (each.address() as AddressInfo).port);
    balancer = await balance(name, ports, patience);
  });
  afterEach(async () => {
    await balancer?.close();
    for (const each of servers) each.close().closeAllConnections();
  });

  async function listening(): Promise<Server> {
    const server = createServer(async (request, response) => {
      if (request.url === '/ready') return void response.end();
      let bytes = 0;
      for await (const chunk of request) bytes += (chunk as Buffer).length;
      taken.push(`${request.method} ${request.url} ${bytes}`);
      await pause(1000 * silence);
      response.end('done');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  const send = async (method: string, path: string, length: number) =>
    (await fetch(balancer.url + path, { method, body: 'x'.repeat(length) })).status;

  test.each([
    ['PUT', '/api/spaces/library/thesaurus'],
    ['POST', '/api/spaces/library/documents'],
  ])('%s %s may be long and take long, and is carried out once', async (method, path) => {
    expect(await send(method, path, megabytes)).toBe(200);
    expect(taken).toEqual([`${method} ${path} ${megabytes}`]);
  });

  test('anything else that takes too long is given up', async () => {
    expect(await send('POST', '/api/configurations', 100)).toBe(504);
    expect(taken).toEqual(['POST /api/configurations 100']);
  });
});
