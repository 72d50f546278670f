/** Composition root of search and content: opens backends, chains interceptors, creates routes. */
import type { Logger } from 'pino';
import type { WritableBackend } from './backends/backend.ts';
import { callSpace, chain, type Execute, queries } from './backends/call.ts';
import { coalesce } from './backends/interceptors/coalesce.ts';
import { deadline } from './backends/interceptors/deadline.ts';
import { defaultConcurrencyLimits, limitConcurrency } from './backends/interceptors/limit-concurrency.ts';
import { mapErrors } from './backends/interceptors/map-errors.ts';
import { metrics as measure } from './backends/interceptors/metrics.ts';
import { tracing as trace } from './backends/interceptors/tracing.ts';
import { notifyWrites } from './backends/notify-writes.ts';
import type { Content } from './content/content.ts';
import { spaceCapabilities } from './content/describe-space.ts';
import { spaceRoutes } from './content/routes.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { type Metrics, openMetrics } from './observability/metrics.ts';
import { noTracing, type Tracing } from './observability/tracing.ts';
import { type BackendSettings, openBackend } from './open-backends.ts';
import { readSchedules } from './schedules/scheduled-sources.ts';
import { searchRoutes } from './search/routes.ts';

export async function openContent(
  settings: BackendSettings,
  log: Logger,
  metrics: Metrics = openMetrics(),
  tracing: Tracing = noTracing,
): Promise<Content> {
  const onWarning = (space: string, message: string) => log.warn({ space }, message);
  const router = await openBackend(settings, onWarning, {
    traceHeaders: tracing.propagationHeaders,
    waiting: metrics.waiting,
  });
  const remoteSpaces = new Set(settings.remoteSpaces.map(({ name }) => name));
  const { execute, backend } = interceptedBackend(router, {
    settings,
    metrics,
    tracing,
    isEmbedded: (space) => !remoteSpaces.has(space),
  });
  await Promise.all(Array.from(remoteSpaces, (name) => warmUp(name, execute, settings.timeoutMs, log)));
  return {
    capabilities: spaceCapabilities(backend, execute),
    routes: (configurations) => [
      searchRoutes({ configurations, execute, timeoutMs: settings.timeoutMs }),
      mcpRoutes({ configurations, execute, timeoutMs: settings.timeoutMs }),
      spaceRoutes(backend, execute, metrics.uploads, () =>
        readSchedules(settings.dataDirectory).catch(() => []),
      ),
    ],
    required: { search: async () => (await backend.unavailableReason()) ?? null },
    optional: Object.fromEntries(
      Array.from(router.remoteHealth, ([space, reason]) => [
        `search space ${space}`,
        async () => (await reason()) ?? null,
      ]),
    ),
    close: () => backend.close(),
  };
}

interface ChainOptions {
  settings: Pick<BackendSettings, 'timeoutMs'>;
  metrics: Pick<Metrics, 'backend' | 'waiting'>;
  tracing: Pick<Tracing, 'withSpan'>;
  isEmbedded(space: string): boolean;
}

/** All queries pass the same interceptors, outermost first. Writes end the sharing of earlier queries. */
function interceptedBackend(
  router: WritableBackend,
  { settings, metrics, tracing, isEmbedded }: ChainOptions,
): { execute: Execute; backend: WritableBackend } {
  const [ofClient, ofAll] = [coalesce({ perClient: true }), coalesce({ perClient: false })];
  const execute = chain(
    [
      mapErrors,
      deadline(settings.timeoutMs),
      ofClient.intercept,
      measure(metrics),
      trace(tracing),
      limitConcurrency(isEmbedded, defaultConcurrencyLimits(settings.timeoutMs), metrics.waiting),
      ofAll.intercept,
    ],
    callSpace(router),
  );
  const backend = notifyWrites(router, (space) => {
    for (const { invalidate } of [ofClient, ofAll]) invalidate(space);
  });
  return { execute, backend };
}

/**
 * Loads what a remote space needs locally, such as its thesaurus, before the server listens. Otherwise the first visitor
 * would wait for it. An unavailable space delays the start by at most one timeout.
 */
async function warmUp(space: string, execute: Execute, timeoutMs: number, log: Logger): Promise<void> {
  const { signal } = new AbortController();
  const context = { space, client: '', signal, deadline: performance.now() + timeoutMs };
  await queries(execute, context)
    .describe()
    .catch((error) => log.warn({ space, error }, 'The search space is not available yet'));
}
