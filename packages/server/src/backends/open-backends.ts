/** Composition root of the backends: opens, decorates and routes them, and creates the search routes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { currentClient } from '../auth/client-identity.ts';
import type { Content } from '../content/content.ts';
import { spaceCapabilities } from '../content/describe-space.ts';
import { spaceRoutes } from '../content/routes.ts';
import { type Metrics, openMetrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { searchRoutes } from '../search/routes.ts';
import type { WritableBackend } from './backend.ts';
import type { RemoteSpace } from './backend-entries.ts';
import { coalescing } from './coalescing.ts';
import { openEmbeddedBackend } from './embedded.ts';
import { graphsearchBackend } from './graphsearch/backend.ts';
import { readDefinitions } from './graphsearch/definitions.ts';
import { DEFAULT_CONCURRENCY_LIMITS, limitConcurrency } from './limit-concurrency.ts';
import { withMetrics } from './metrics.ts';
import { opensearchBackend } from './opensearch/backend.ts';
import { restrictEmbeddedSpaces } from './restrict-embedded-spaces.ts';
import { type BackendRouter, backendRouter } from './router.ts';
import { withDeadline } from './with-deadline.ts';

export interface BackendSettings {
  dataDirectory: string;
  /** Null if configurations and tokens are in the data directory. */
  databaseUrl: string | null;
  /** Search spaces on remote backends; all others are folders in the data directory. */
  remoteSpaces: RemoteSpace[];
  /** With a database, no other embedded spaces are allowed. */
  embeddedSpaces: string[];
  /** Timeout for a call to a search backend, in milliseconds. */
  deadline: number;
}

export async function openContent(
  settings: BackendSettings,
  log: Logger,
  metrics: Metrics = openMetrics(),
  tracing: Tracing = noTracing,
): Promise<Content> {
  const { deadline } = settings;
  const onWarning = (space: string, message: string) => log.warn({ space }, message);
  const router = await openBackend(settings, onWarning, {
    traceHeaders: tracing.carried,
    waiting: metrics.waiting,
  });
  const backend = coalescing(withMetrics(router, metrics, tracing), currentClient);
  await Promise.all(settings.remoteSpaces.map(({ name }) => warmUp(name, backend, deadline, log)));
  return {
    knowledge: spaceCapabilities(backend),
    routes: (configurations) => [
      searchRoutes({ configurations, backend, deadline }),
      spaceRoutes(backend, metrics.uploads),
    ],
    parts: { search: async () => (await backend.unavailableReason()) ?? null },
    dispensable: Object.fromEntries(
      Array.from(router.remoteHealth, ([space, reason]) => [
        `search space ${space}`,
        async () => (await reason()) ?? null,
      ]),
    ),
    close: () => backend.close(),
  };
}

/**
 * Loads what a remote space needs locally, such as its thesaurus, before the server listens. Otherwise the first visitor
 * would wait for it. An unavailable space delays the start by at most one deadline.
 */
async function warmUp(space: string, backend: WritableBackend, deadline: number, log: Logger): Promise<void> {
  const signal = new AbortController().signal;
  const describing = withDeadline({ space, signal, deadline }, async () =>
    (await backend.space(space))?.describe(),
  );
  await describing.catch((error) => log.warn({ space, error }, 'The search space is not available yet'));
}

/** Trace headers of outgoing calls, and the gauge of queue lengths. */
interface Observability {
  traceHeaders: Tracing['carried'];
  waiting: Metrics['waiting'];
}

const noObservability: Observability = { traceHeaders: noTracing.carried, waiting: () => undefined };

/** Also used by the command line if no server has locked the data directory. */
export async function openBackend(
  given: BackendSettings,
  onWarning: (space: string, message: string) => void,
  observed = noObservability,
): Promise<BackendRouter> {
  const remote = await openRemoteBackends(given, observed);
  const embedded = await openEmbeddedBackend({ directory: join(given.dataDirectory, 'spaces'), onWarning });
  const here = [...given.embeddedSpaces, ...remote.keys()];
  const local = given.databaseUrl === null ? embedded : await restrictEmbeddedSpaces(embedded, here);
  for (const name of await local.names()) {
    if (remote.has(name))
      onWarning(
        name,
        'A space with this name in the data directory is ignored, because BACKENDS_FILE assigns the name to a remote backend.',
      );
  }
  return backendRouter(
    limitConcurrency(coalescing(local), DEFAULT_CONCURRENCY_LIMITS(given.deadline), observed.waiting),
    remote,
  );
}

/** Keyed by space name. */
export async function openRemoteBackends(
  { remoteSpaces, deadline }: Pick<BackendSettings, 'remoteSpaces' | 'deadline'>,
  observed = noObservability,
): Promise<Map<string, WritableBackend>> {
  const connected = await Promise.all(remoteSpaces.map((space) => connectTo(space, deadline, observed)));
  return new Map(remoteSpaces.map(({ name }, i) => [name, coalescing(connected[i]!)]));
}

async function connectTo(
  space: RemoteSpace,
  deadline: number,
  observed: Observability,
): Promise<WritableBackend> {
  const { calls, waiting, name } = space;
  const given = { deadline, traceHeaders: observed.traceHeaders };
  const circuitBreaker = {
    ...(calls !== undefined && { maxConcurrentCalls: calls }),
    ...(waiting !== undefined && { maxQueuedCalls: waiting }),
    observeQueue: (length: () => number) => observed.waiting({ space: name }, length),
  };
  if (space.backend === 'opensearch') {
    const { authority: file, ...options } = space;
    const authority = file !== undefined && { authority: await readFile(file, 'utf8') };
    return opensearchBackend({ ...options, ...authority, circuitBreaker, ...given });
  }
  const { thesaurus, ...options } = space;
  const definitions = thesaurus !== undefined && { definitionOf: await readDefinitions(thesaurus) };
  return graphsearchBackend({ ...options, ...definitions, circuitBreaker, ...given });
}
