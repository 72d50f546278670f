/** Searches with a configuration whose search space does not exist yet. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultSettings } from '@semantic-search/contract';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import type { Access } from '../auth/permission.ts';
import { backendCalls } from '../backends/call.ts';
import { openFileStore } from '../configurations/store.ts';
import { errorMiddleware } from '../errors/error-middleware.ts';
import { searchRoutes } from './routes.ts';

const access: Access = {
  kind: 'access',
  subject: 'ann',
  scopes: new Set(['search']),
  configurations: new Set(),
  origins: null,
  spaces: null,
  filter: null,
  jti: null,
  expirySeconds: Number.POSITIVE_INFINITY,
};

test('a search space without content yet has no results, and its documents are unknown', async () => {
  const configurations = await openFileStore(await folderOfTest());
  const { id } = await configurations.create('ann', { ...defaultSettings, searchSpace: 'zoo' });
  const execute = backendCalls({ backend: { space: async () => undefined } }).execute;
  const app = new Koa().use(errorMiddleware(pino({ level: 'silent' })));
  app.use((ctx, next) => {
    ctx.state.access = access;
    return next();
  });
  app.use(
    searchRoutes({
      configurations,
      execute,
      timeoutMs: 60_000,
      reported: async () => [],
    }).routes() as Koa.Middleware,
  );
  const http = app.listen(0, '127.0.0.1');
  onTestFinished(() => void http.close());
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const call = async (path: string, init?: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/configurations/${id}/${path}`, init);
    return [response.status, await response.json()];
  };
  const nothing = { total: 0, result: [] };
  expect(await call('search', { method: 'POST' })).toMatchObject([200, nothing]);
  expect(await call('suggestConcepts?searchString=a')).toMatchObject([200, nothing]);
  for (const operation of ['document', 'getSimilar'])
    expect(await call(`${operation}?uri=urn:a`)).toMatchObject([404, { type: '/problems/not-found' }]);
  await expect(execute({ ...describing, space: 'zoo' })).rejects.toMatchObject({
    code: 'service-unavailable',
  });
});

const describing = {
  operation: 'describe' as const,
  arguments: [],
  client: '',
  signal: new AbortController().signal,
  deadline: performance.now() + 60_000,
};
