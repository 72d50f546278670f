/** Opens what the service searches in: the backends, the routes over them, and what configurations ask of them. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { coalescing } from './backends/coalescing.ts';
import { openEmbeddedBackend } from './backends/embedded.ts';
import { graphsearchBackend } from './backends/graphsearch/backend.ts';
import type { ContentBackend } from './backends/port.ts';
import { routedBackend } from './backends/routed.ts';
import { searchRoutes } from './search/routes.ts';
import type { Content } from './server.ts';
import type { ServerSettings } from './server-settings.ts';
import { spaceKnowledge } from './spaces/knowledge.ts';
import { spaceRoutes } from './spaces/routes.ts';

export async function openContent(settings: ServerSettings, log: Logger): Promise<Content> {
  const { deadline } = settings;
  const backend = await openBackend(settings, (space, message) => log.warn({ space }, message));
  return {
    knowledge: spaceKnowledge(backend),
    routes: (configurations) => [searchRoutes({ configurations, backend, deadline }), spaceRoutes(backend)],
    parts: { search: async () => (await backend.trouble()) ?? null },
    close: () => backend.close(),
  };
}

/** The command line opens it too, when no server holds the data directory. */
export async function openBackend(
  {
    dataDirectory,
    remoteSpaces,
    deadline,
  }: Pick<ServerSettings, 'dataDirectory' | 'remoteSpaces' | 'deadline'>,
  onWarning: (space: string, message: string) => void,
): Promise<ContentBackend> {
  const local = await openEmbeddedBackend({ directory: join(dataDirectory, 'spaces'), onWarning });
  const hidden = new Set(await local.names());
  const remote = new Map<string, ContentBackend>();
  for (const { calls, waiting, ...space } of remoteSpaces) {
    if (hidden.has(space.name))
      onWarning(space.name, 'The space of this name in the data directory is not used.');
    const guard = { ...(calls !== undefined && { calls }), ...(waiting !== undefined && { waiting }) };
    remote.set(space.name, graphsearchBackend({ ...space, guard, deadline }));
  }
  return coalescing(routedBackend(local, remote));
}
