/** Composition root of search and content: the backends, and the routes that use them. */
import type Router from '@koa/router';
import type { Backend } from '@semantic-search/engine/backend';
import type { Logger } from 'pino';
import { backendCalls } from './backends/call.ts';
import { allDocuments } from './backends/plain-queries.ts';
import { type Execute, internalCall, queries } from './backends/space-queries.ts';
import { withProblems } from './backends/with-problems.ts';
import { unresolvedRules } from './configurations/document-scope.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import type { SpaceCapabilities } from './configurations/validate-against-space.ts';
import { profileSpace } from './content/profile-space.ts';
import { describeSpaces, spaceRoutes } from './content/routes.ts';
import { type SourceDependencies, sourceRoutes } from './content/source-routes.ts';
import { proposalRoutes } from './insight/label-proposals.ts';
import type { InsightService } from './insight/open-insight.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { ComponentChecks } from './observability/component-checks.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { type BackendSettings, openBackend } from './open-backends.ts';
import { readSchedules } from './schedules/source-files.ts';
import { reportedAddresses } from './schedules/source-report.ts';
import { searchRoutes } from './search/routes.ts';
import { DEFAULT_CALLS } from './settings/backends-schema.ts';

/** The search spaces and their routes. */
export type Content = Awaited<ReturnType<OpenContent>>;
export type OpenContent = typeof openContent;

export async function openContent(
  settings: BackendSettings,
  log: Logger,
  metrics: Metrics,
  tracing: Tracing,
) {
  const { dataDirectory, timeoutMs } = settings;
  const onWarning = (space: string, message: string) => log.warn({ space }, message);
  const router = await openBackend(settings, onWarning, tracing.propagationHeaders);
  const remoteCalls = new Map(settings.remoteSpaces.map(({ name, calls = DEFAULT_CALLS }) => [name, calls]));
  const { execute, endSharing } = backendCalls({ backend: router, remoteCalls, metrics, tracing });
  const backend = {
    ...withProblems(router, endSharing),
    deleteSpace: (name: string) => router.deleteSpace(name).finally(() => endSharing(name)),
  };
  // Loads the local data of a remote space, such as its thesaurus; otherwise the first visitor would wait.
  const warmUp = (space: string) =>
    queries(execute, internalCall(space, timeoutMs))
      .describe()
      .catch((error) => log.warn({ space, error }, 'The search space is not available yet'));
  await Promise.all(Array.from(remoteCalls.keys(), warmUp));
  const spaceParts = { backend, execute, readSchedules: () => readSchedules(dataDirectory).catch(() => []) };
  return {
    /** All search spaces with their sources. */
    spaces: () => describeSpaces(spaceParts),
    /** Capabilities of the search spaces. Their queries end after `waitMs` milliseconds, or at the deadline of searches. */
    capabilities: (waitMs?: number) => spaceCapabilities(backend, execute, { timeoutMs, waitMs }),
    routes(
      configurations: ConfigurationStore,
      runner: SourceDependencies['runner'],
      insight: InsightService,
    ): Router[] {
      const search = { configurations, execute, timeoutMs };
      const reported = (space: string, address: string) => reportedAddresses(dataDirectory, space, address);
      return [
        searchRoutes({ ...search, reported }),
        mcpRoutes(search),
        spaceRoutes({ ...spaceParts, timeoutMs }),
        proposalRoutes({ ...search, insight }),
        sourceRoutes({ backend, dataDirectory, runner }),
      ];
    },
    /** Health checks of required components for `/ready`. */
    required: { search: healthCheck(backend.unavailableReason) } as ComponentChecks,
    /** Health checks that `/ready` reports, but that do not affect readiness. */
    optional: Object.fromEntries(
      Array.from(router.remoteReasons, ([space, reason]) => [`search space ${space}`, healthCheck(reason)]),
    ) as ComponentChecks,
    close: () => backend.close(),
  };
}

/** A backend that works returns undefined; a health check returns null. */
const healthCheck = (unavailableReason: Backend['unavailableReason']) => async () =>
  (await unavailableReason()) ?? null;

function spaceCapabilities(
  backend: Backend,
  execute: Execute,
  { timeoutMs, waitMs }: { timeoutMs: number; waitMs: number | undefined },
): SpaceCapabilities {
  const stopSignal = () => (waitMs === undefined ? undefined : AbortSignal.timeout(waitMs));
  const queriesOf = (space: string) => queries(execute, internalCall(space, timeoutMs, stopSignal()));
  return {
    knowsSpace: async (name) => (await backend.space(name)) !== undefined,
    async facetKind(name, uri) {
      const space = await backend.space(name);
      return (await space?.facets([uri], stopSignal()))?.[0]?.kind;
    },
    knowsRecommender: async (name, recommender) =>
      (await queriesOf(name).describe()).recommenders.includes(recommender),
    unresolvedRules: (name, scope) => unresolvedRules(scope, queriesOf(name)),
    async missingDocuments(name, ids) {
      if (ids.length === 0 || !(await backend.space(name))) return [];
      const curation = { pinned: ids, hidden: [] };
      const { pinned = [] } = await queriesOf(name).search({ ...allDocuments, curation });
      return ids.filter((id) => !pinned.some((document) => document.id === id));
    },
    profile: (name) => profileSpace(name, backend, execute),
  };
}
