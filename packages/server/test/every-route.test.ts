/** Consistency of routes and contract: every route is an operation, and every operation has a route. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Router from '@koa/router';
import { operations } from '@semantic-search/contract';
import type { LocalBackend } from '@semantic-search/engine/backend';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { auditRoutes } from '../src/administration/audit.ts';
import { auditStorage } from '../src/administration/audit-files.ts';
import { statusRoutes } from '../src/administration/status.ts';
import type { Authority } from '../src/auth/authority.ts';
import { tokenRoutes } from '../src/auth/routes.ts';
import { sessionRoutes } from '../src/auth/sessions/session-routes.ts';
import type { TokenStore } from '../src/auth/token-store.ts';
import { configurationRoutes } from '../src/configurations/routes.ts';
import { openFileStore } from '../src/configurations/store.ts';
import { spaceRoutes } from '../src/content/routes.ts';
import { sourceRoutes } from '../src/content/source-routes.ts';
import { proposalRoutes } from '../src/insight/label-proposals.ts';
import type { InsightService } from '../src/insight/open-insight.ts';
import { insightRoutes } from '../src/insight/routes.ts';
import { healthRoutes } from '../src/observability/health.ts';
import { searchRoutes } from '../src/search/routes.ts';
import { smallContent } from './support/server.ts';

const directory = await mkdtemp(join(tmpdir(), 'routes-'));
afterAll(() => rm(directory, { recursive: true }));
const configurations = await openFileStore(directory);
const backend = {} as LocalBackend; // Never called.
const execute = () => Promise.reject(new Error());
const tokens = {
  tokens: {} as TokenStore,
  issuer: { access: () => Promise.reject(new Error()), publishable: () => Promise.reject(new Error()) },
  describeToken: () => null,
};

const routers: Router[] = [
  searchRoutes({ configurations, execute, timeoutMs: 1, reported: async () => [] }),
  configurationRoutes(configurations, smallContent.capabilities()),
  spaceRoutes({
    backend,
    execute,
    timeoutMs: 1,
    readSchedules: async () => [],
  }),
  proposalRoutes({ insight: {} as InsightService, configurations, execute, timeoutMs: 1 }),
  sourceRoutes({ backend, dataDirectory: directory, runner: undefined }),
  insightRoutes({} as InsightService, configurations),
  sessionRoutes({} as Authority, null),
  tokenRoutes({ ...tokens, configurations, unresolvedRules: async () => [] }),
  healthRoutes({ required: {}, optional: {} }, '1.0.0', pino({ level: 'silent' })),
  auditRoutes(auditStorage(directory)),
  statusRoutes({
    version: '1.0.0',
    dataDirectory: directory,
    checks: { required: {}, optional: {} },
    spaces: async () => [],
    validTokens: () => [],
  }),
];

/** Fallback routes that reject unknown methods have more methods than these. */
const methods = ['get', 'post', 'put', 'delete'];

test('every route is an operation of the contract, and every operation has a route', () => {
  const routes = routers.flatMap(({ stack }) =>
    stack
      .filter((layer) => layer.methods.length < 5)
      .flatMap((layer) =>
        layer.methods
          .map((method) => method.toLowerCase())
          .filter((method) => methods.includes(method))
          .map(
            (method) =>
              `${method} ${String(layer.path)
                .replace(/(?<!\\):(\w+)/g, '{$1}')
                .replace('\\:', ':')
                .replace(/\/$/, '')}`,
          ),
      ),
  );
  expect(routes.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
});
