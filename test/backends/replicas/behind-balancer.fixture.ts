/** Two servers of a test's own behind a load balancer as delivered, new for each test. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { type Balancer, type BalancerName, balance } from './balancer.fixture.ts';

/** Answers every request but those for `/ready`; what it took it adds to `taken`. */
type Handle = (request: IncomingMessage, response: ServerResponse, taken: string[]) => Promise<void>;

export interface BehindBalancer {
  /** What the servers of this test took, as they tell it. */
  readonly taken: string[];
  /** Resolves to the status. */
  ask(method: string, path: string, body?: string): Promise<number>;
}

/** Inside a describe. `patience` is how long the balancer waits for an answer, in seconds. */
export function behindBalancer(name: BalancerName, handle: Handle, patience?: number): BehindBalancer {
  const taken: string[] = [];
  let balancer: Balancer;
  let servers: Server[];

  async function listening(): Promise<Server> {
    const server = createServer((request, response) => {
      if (request.url === '/ready') response.end();
      else void handle(request, response, taken);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  beforeEach(async () => {
    taken.length = 0;
    servers = await Promise.all([listening(), listening()]);
    const ports = servers.map((each) => (each.address() as AddressInfo).port);
    balancer = await balance(name, ports, patience);
  });
  afterEach(async () => {
    await balancer?.close();
    for (const each of servers) each.close().closeAllConnections();
  });
  return {
    taken,
    ask: async (method, path, body) =>
      (await fetch(balancer.url + path, { method, ...(body !== undefined && { body }) })).status,
  };
}
