/** Composition root of search and content: opens backends, creates routes. */
import type Router from '@koa/router';
import type { Backend } from '@semantic-search/engine/backend';
import type { Logger } from 'pino';
import { type CallLimits, callBackend, type Execute, internalCall, queries } from './backends/call.ts';
import { notifyWrites } from './backends/wrap-operations.ts';
import { unresolvedRules } from './configurations/scope.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import type { SpaceCapabilities } from './configurations/validate-against-space.ts';
import { allDocuments, profileSpace } from './content/profile-space.ts';
import { describeSpaces, spaceRoutes } from './content/routes.ts';
import { type SourceDependencies, sourceRoutes } from './content/source-routes.ts';
import type { InsightService } from './insight/open-insight.ts';
import { proposalRoutes } from './insight/proposals.ts';
import { mcpRoutes } from './mcp/routes.ts';
import type { ComponentChecks } from './observability/health.ts';
import type { Metrics } from './observability/metrics.ts';
import type { Tracing } from './observability/tracing.ts';
import { type BackendSettings, openBackend } from './open-backends.ts';
import { readSchedules } from './schedules/scheduled-sources.ts';
import { reportedAddresses } from './schedules/source-report.ts';
import { searchRoutes } from './search/routes.ts';
import type { RemoteSpace } from './settings/backends-file.ts';
import { DEFAULT_CALL_LIMITS } from './settings/backends-schema.ts';

/** The search spaces and their routes. */
export type Content = Awaited<ReturnType<OpenContent>>;
export type OpenContent = typeof openContent;

export async function openContent(
  settings: BackendSettings,
  log: Logger,
  metrics: Metrics,
  tracing: Tracing,
) {
  const onWarning = (space: string, message: string) => log.warn({ space }, message);
  const router = await openBackend(settings, onWarning, tracing.propagationHeaders);
  const remote = callLimits(settings.remoteSpaces);
  const { execute, endSharing } = callBackend({ backend: router, remote, metrics, tracing });
  const backend = notifyWrites(router, endSharing);
  await Promise.all(Array.from(remote.keys(), (name) => warmUp(name, execute, settings.timeoutMs, log)));
  const described = {
    backend,
    execute,
    readSchedules: () => readSchedules(settings.dataDirectory).catch(() => []),
  };
  return {
    /** All search spaces with their sources. */
    spaces: () => describeSpaces(described),
    capabilities: spaceCapabilities(backend, execute),
    routes: (
      configurations: ConfigurationStore,
      runner: SourceDependencies['runner'],
      insight: InsightService,
    ): Router[] => [
      searchRoutes({
        configurations,
        execute,
        timeoutMs: settings.timeoutMs,
        reported: (space, address) => reportedAddresses(settings.dataDirectory, space, address),
      }),
      mcpRoutes({ configurations, execute, timeoutMs: settings.timeoutMs }),
      spaceRoutes({
        ...described,
        timeoutMs: settings.timeoutMs,
        reportUploads: metrics.uploads,
      }),
      proposalRoutes({ insight, configurations, execute, timeoutMs: settings.timeoutMs }),
      sourceRoutes({ backend, dataDirectory: settings.dataDirectory, runner }),
    ],
    /** Health checks of required components for `/ready`. */
    required: { search: async () => (await backend.unavailableReason()) ?? null } as ComponentChecks,
    /** Health checks that `/ready` reports, but that do not affect readiness. */
    optional: Object.fromEntries(
      Array.from(router.remoteHealth, ([space, reason]) => [
        `search space ${space}`,
        async () => (await reason()) ?? null,
      ]),
    ) as ComponentChecks,
    close: () => backend.close(),
  };
}

/** A configuration is saved without a look at its documents if the space is slower. */
const MAX_LOOKUP_MS = 1000;

/** Capabilities of search spaces for the validation of configurations. */
function spaceCapabilities(backend: Backend, execute: Execute): SpaceCapabilities {
  return {
    knowsSpace: async (name) => (await backend.space(name)) !== undefined,
    knowsFacet: async (name, uri) => (await (await backend.space(name))?.facets([uri]))?.[0] !== undefined,
    async knowsRecommender(name, recommender) {
      const space = await backend.space(name);
      return (await space?.describe())?.recommenders.includes(recommender) ?? false;
    },
    async unresolvedRules(name, scope) {
      const space = await backend.space(name);
      return space ? unresolvedRules(scope, space) : [];
    },
    async missingDocuments(name, ids) {
      if (ids.length === 0 || !(await backend.space(name))) return [];
      const space = queries(execute, internalCall(name, MAX_LOOKUP_MS));
      const { pinned = [] } = await space.search({ ...allDocuments, curation: { pinned: ids, hidden: [] } });
      return ids.filter((id) => !pinned.some((document) => document.id === id));
    },
    profile: (name) => profileSpace(name, backend, execute),
  };
}

function callLimits(remoteSpaces: readonly RemoteSpace[]): Map<string, CallLimits> {
  const { maxConcurrent, maxQueued } = DEFAULT_CALL_LIMITS;
  return new Map(
    remoteSpaces.map(({ name, calls = maxConcurrent, waiting = maxQueued }) => [
      name,
      { maxConcurrent: calls, maxQueued: waiting },
    ]),
  );
}

/**
 * Loads what a remote space needs locally, such as its thesaurus, before the server listens. Otherwise the first visitor
 * would wait for it. An unavailable space delays the start by at most one timeout.
 */
async function warmUp(space: string, execute: Execute, timeoutMs: number, log: Logger): Promise<void> {
  await queries(execute, internalCall(space, timeoutMs))
    .describe()
    .catch((error) => log.warn({ space, error }, 'The search space is not available yet'));
}
