/** Opens what the service searches in: the backends, the routes over them, and what configurations ask of them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { currentClient } from '../auth/client-identity.ts';
import { spaceKnowledge } from '../content/describe-space.ts';
import { spaceRoutes } from '../content/routes.ts';
import { type Metrics, openMetrics } from '../observability/metrics.ts';
import { noTracing, type Tracing } from '../observability/tracing.ts';
import { searchRoutes } from '../search/routes.ts';
import type { Content } from '../server.ts';
import type { ServerSettings } from '../settings/server-settings.ts';
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

export async function openContent(
  settings: ServerSettings,
  log: Logger,
  metrics: Metrics = openMetrics(),
  tracing: Tracing = noTracing,
): Promise<Content> {
  const { deadline } = settings;
  const onWarning = (space: string, message: string) => log.warn({ space }, message);
  const found = await openBackend(settings, onWarning, {
    carried: tracing.carried,
    waiting: metrics.waiting,
  });
  const backend = coalescing(withMetrics(found, metrics, tracing), currentClient);
  await Promise.all(settings.remoteSpaces.map(({ name }) => getReady(name, backend, deadline, log)));
  return {
    knowledge: spaceKnowledge(backend),
    routes: (configurations) => [
      searchRoutes({ configurations, backend, deadline }),
      spaceRoutes(backend, metrics.uploads),
    ],
    parts: { search: async () => (await backend.trouble()) ?? null },
    dispensable: Object.fromEntries(
      Array.from(found.elsewhere, ([space, trouble]) => [
        `search space ${space}`,
        async () => (await trouble()) ?? null,
      ]),
    ),
    close: () => backend.close(),
  };
}

/**
 * Who listens can answer: what a space elsewhere needs here, such as its thesaurus, is fetched before, and not by the
 * first visitor against the deadline. A space that cannot be asked holds up nothing longer than that.
 */
async function getReady(
  space: string,
  backend: WritableBackend,
  deadline: number,
  log: Logger,
): Promise<void> {
  const signal = new AbortController().signal;
  const describing = withDeadline({ space, signal, deadline }, async () =>
    (await backend.space(space))?.describe(),
  );
  await describing.catch((error) => log.warn({ space, error }, 'The search space cannot be asked yet'));
}

/** What calls carry for a trace, and who is told how many wait. */
interface Observed {
  carried: Tracing['carried'];
  waiting: Metrics['waiting'];
}

const unobserved: Observed = { carried: noTracing.carried, waiting: () => undefined };

/** The command line opens it too, when no server holds the data directory. */
export async function openBackend(
  given: Pick<
    ServerSettings,
    'dataDirectory' | 'databaseUrl' | 'remoteSpaces' | 'embeddedSpaces' | 'deadline'
  >,
  onWarning: (space: string, message: string) => void,
  observed = unobserved,
): Promise<BackendRouter> {
  const remote = await openRemoteBackends(given, observed);
  const embedded = await openEmbeddedBackend({ directory: join(given.dataDirectory, 'spaces'), onWarning });
  const here = [...given.embeddedSpaces, ...remote.keys()];
  const local = given.databaseUrl === null ? embedded : await restrictEmbeddedSpaces(embedded, here);
  for (const name of await local.names()) {
    if (remote.has(name)) onWarning(name, 'The space of this name in the data directory is not used.');
  }
  return backendRouter(
    limitConcurrency(coalescing(local), DEFAULT_CONCURRENCY_LIMITS(given.deadline), observed.waiting),
    remote,
  );
}

/** By the name of the space. */
export async function openRemoteBackends(
  { remoteSpaces, deadline }: Pick<ServerSettings, 'remoteSpaces' | 'deadline'>,
  observed = unobserved,
): Promise<Map<string, WritableBackend>> {
  const connected = await Promise.all(remoteSpaces.map((space) => connectTo(space, deadline, observed)));
  return new Map(remoteSpaces.map(({ name }, i) => [name, coalescing(connected[i]!)]));
}

async function connectTo(space: RemoteSpace, deadline: number, observed: Observed): Promise<WritableBackend> {
  const { calls, waiting, name } = space;
  const given = { deadline, carried: observed.carried };
  const guard = {
    ...(calls !== undefined && { calls }),
    ...(waiting !== undefined && { waiting }),
    tellWaiting: (count: () => number) => observed.waiting({ space: name }, count),
  };
  if (space.backend === 'opensearch') {
    const { authority: file, ...options } = space;
    const authority = file !== undefined && { authority: await readFile(file, 'utf8') };
    return opensearchBackend({ ...options, ...authority, guard, ...given });
  }
  const { thesaurus, ...options } = space;
  const definitions = thesaurus !== undefined && { definitionOf: await readDefinitions(thesaurus) };
  return graphsearchBackend({ ...options, ...definitions, guard, ...given });
}
