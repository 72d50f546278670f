/** Benchmark scenarios: requests per server, and the baseline of each row. */

import type { Prepared } from './fixture.ts';
import type { LoadRequest } from './load-client.ts';
import { connections, type MeasuredServer } from './measured-server.ts';

export interface Row {
  name: string;
  /** Key of its ratio in the JSON output. */
  key: string;
  server: MeasuredServer;
  /** Distributed over the connections. */
  requests: readonly LoadRequest[];
  status: number;
  /** Share of the requests per round; expensive ones are sent less often. */
  share: number;
  /** Name of the baseline row; null if this row is only a baseline. */
  base: string | null;
  goal?: number;
  /** Name of the row with the lower bound of the ratio on node:http. */
  lowerBound?: string;
}

type Servers = Record<
  'bare' | 'koa' | 'stock' | 'fastify' | 'necessary' | 'ours' | 'logged' | 'limited',
  MeasuredServer
>;

export function rowsOver(servers: Servers, { token, etag, largeEtag }: Prepared): Row[] {
  return [...reads(servers, token, etag, largeEtag), ...searches(servers, token), ...pages(servers)];
}

function reads(servers: Servers, token: string, etag: string, largeEtag: string): Row[] {
  const headers = { Authorization: `Bearer ${token}` };
  const path = '/api/configurations/1';
  const read = { requests: [{ path, headers }], status: 200, share: 1, base: 'bare' };
  const conditional = (of: string) => ({ ...headers, 'If-None-Match': of });
  const unchanged = { requests: [{ path, headers: conditional(etag) }], status: 304, share: 1 };
  const large = { path: '/api/configurations/2', headers };
  const largeUnchanged = { ...large, headers: conditional(largeEtag) };
  const { bare, koa, stock, fastify, ours, logged, limited } = servers;
  return [
    { ...read, name: 'bare', key: 'bare', server: bare, base: null },
    { ...read, name: 'koa alone', key: 'koa', server: koa },
    { ...read, name: 'read', key: 'read', server: ours, goal: 6 },
    { ...read, name: 'read, logged', key: 'readLogged', server: logged },
    { ...read, name: 'read, limited', key: 'readLimited', server: limited },
    { ...read, name: 'read by stock', key: 'stock', server: stock },
    { ...read, name: 'read by fastify', key: 'fastify', server: fastify },
    { ...unchanged, name: '304 by bare', key: 'bareNotModified', server: bare, base: 'bare' },
    {
      ...unchanged,
      name: '304',
      key: 'notModified',
      server: ours,
      base: 'read',
      lowerBound: '304 by bare',
    },
    // Other baselines; the last one excludes the cost of node:http.
    { ...unchanged, name: '304 of bare', key: 'notModifiedOfBare', server: ours, base: 'bare' },
    {
      ...unchanged,
      name: '304 of its bare one',
      key: 'notModifiedOfItsBare',
      server: ours,
      base: '304 by bare',
    },
    { ...read, name: 'read of 50 KB', key: 'readLarge', server: ours, requests: [large] },
    {
      ...unchanged,
      name: '304 for 50 KB',
      key: 'notModifiedLarge',
      server: ours,
      requests: [largeUnchanged],
      base: 'read of 50 KB',
    },
  ];
}

function searches({ bare, stock, fastify, necessary, ours }: Servers, token: string): Row[] {
  const asking = (start: number): LoadRequest => ({
    method: 'POST',
    path: '/api/configurations/1/search',
    headers: { Authorization: `Bearer ${token}` },
    body: { input: 'night', start },
  });
  // A different query per connection prevents coalescing.
  const requests = Array.from({ length: connections }, (_, start) => asking(start));
  const search = { requests: requests, status: 200, share: 0.15, base: 'bare search' };
  return [
    { ...search, name: 'bare search', key: 'bareSearch', server: bare, base: null },
    { ...search, name: 'necessary search', key: 'necessarySearch', server: necessary },
    { ...search, name: 'search', key: 'search', server: ours, lowerBound: 'necessary search' },
    { ...search, name: 'search by stock', key: 'stockSearch', server: stock },
    { ...search, name: 'search by fastify', key: 'fastifySearch', server: fastify },
    {
      ...search,
      name: 'identical searches',
      key: 'identicalSearches',
      server: ours,
      requests: [asking(0)],
      base: 'search',
      goal: 0.6,
    },
  ];
}

function pages({ bare, stock, ours }: Servers): Row[] {
  const request = { path: '/docs', headers: { 'Accept-Encoding': 'gzip, br' } };
  const page = { requests: [request], status: 200, share: 0.05, base: 'bare page' };
  return [
    { ...page, name: 'bare page', key: 'barePage', server: bare, base: null },
    { ...page, name: 'compressed page', key: 'page', server: ours },
    { ...page, name: 'compressed page by stock', key: 'stockPage', server: stock },
  ];
}
