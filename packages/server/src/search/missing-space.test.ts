/** Log messages about a missing search space, which every visitor of a page requests. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { defaultSettings } from '@semantic-search/contract';
import Koa from 'koa';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { folderOfTest } from '../../test/support/service.ts';
import type { Access } from '../auth/permission.ts';
import { callBackend } from '../backends/call.ts';
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
  jti: null,
  expires: Number.POSITIVE_INFINITY,
};

test('warns in one line without a stack', async () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const configurations = await openFileStore(await folderOfTest());
  const { id } = await configurations.create('ann', { ...defaultSettings, searchSpace: 'zoo' });
  const execute = callBackend({ backend: { space: async () => undefined } }).execute;
  const app = new Koa().use(errorMiddleware(log));
  app.use((ctx, next) => {
    ctx.state.access = access;
    return next();
  });
  app.use(searchRoutes({ configurations, execute, timeoutMs: 60_000 }).routes() as Koa.Middleware);
  const http = app.listen(0, '127.0.0.1');
  onTestFinished(() => void http.close());
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/configurations/${id}/suggestConcepts?searchString=a`;
  const responses = await Promise.all(Array.from({ length: 20 }, () => fetch(url)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  const warning = { level: 40, code: 'service-unavailable', msg: 'There is no search space "zoo".' };
  expect(lines).toMatchObject(Array.from({ length: 20 }, () => warning));
  expect(JSON.stringify(lines)).not.toContain('stack');
});
