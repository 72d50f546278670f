/** Two custom servers behind a load balancer with the delivered configuration, new for each test. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import { type Balancer, type BalancerName, startBalancer } from './balancer.fixture.ts';

/** Handles all requests except `/ready`; adds what it executes to `executed`. */
type Handle = (request: IncomingMessage, response: ServerResponse, executed: string[]) => Promise<void>;

export interface BehindBalancer {
  /** Requests that the servers executed in this test. */
  readonly executed: string[];
  /** Resolves to the status. */
  ask(method: string, path: string, body?: string): Promise<number>;
}

/** Call inside a describe. `patience` is the response timeout of the balancer in seconds. */
export function behindBalancer(name: BalancerName, handle: Handle, patience?: number): BehindBalancer {
  const executed: string[] = [];
  let balancer: Balancer;
  let servers: Server[];

  async function listening(): Promise<Server> {
    const server = createServer((request, response) => {
      if (request.url === '/ready') response.end();
      else void handle(request, response, executed);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server;
  }

  beforeEach(async () => {
    executed.length = 0;
    servers = await Promise.all([listening(), listening()]);
    const ports = servers.map((each) => (each.address() as AddressInfo).port);
    balancer = await startBalancer(name, ports, patience);
  });
  afterEach(async () => {
    await balancer?.close();
    for (const each of servers) each.close().closeAllConnections();
  });
  return {
    executed,
    ask: async (method, path, body) =>
      (await fetch(balancer.url + path, { method, ...(body !== undefined && { body }) })).status,
  };
}
