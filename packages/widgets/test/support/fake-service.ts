/** Fake service on a real HTTP server, started once per test file. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SearchRequest } from '@semantic-search/contract';
import { afterAll, beforeAll } from 'vitest';
import { respond } from './service.ts';

interface Given {
  status: number;
  body: unknown;
}

export interface SmallService {
  endpoint: string;
  token: string;
}

/** `answers` may give another answer than the service does, or wait before the service does. */
export function smallService(
  answers: (
    path: string,
    request: SearchRequest,
    headers: IncomingHttpHeaders,
  ) => Given | undefined | Promise<Given | undefined>,
): SmallService {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const url = new URL(request.url!, 'http://localhost');
    const asked = body ? JSON.parse(body) : {};
    const given = (await answers(url.pathname, asked, request.headers)) ?? respond(url, body);
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
