/** Fake service on a real HTTP server, started once per test file. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SearchRequest } from '@semantic-search/contract';
import { afterAll, beforeAll } from 'vitest';
import { respond } from './service.ts';

interface FakeResponse {
  status: number;
  body: unknown;
}

export interface FakeService {
  endpoint: string;
  token: string;
}

/** `intercept` can return another response or delay it. */
export function startFakeService(
  intercept: (
    path: string,
    request: SearchRequest,
    headers: IncomingHttpHeaders,
  ) => FakeResponse | undefined | Promise<FakeResponse | undefined>,
): FakeService {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url!, 'http://localhost');
    const requested = body ? JSON.parse(body) : {};
    const given = (await intercept(url.pathname, requested, request.headers)) ?? respond(url, body);
    response.writeHead(given.status).end(JSON.stringify(given.body));
  });
  const service = { endpoint: '', token: 't' };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    service.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}
