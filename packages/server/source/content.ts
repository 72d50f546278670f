/** Opens what the service searches in: the embedded backend, its routes, and what configurations ask of it. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openEmbeddedBackend } from './backends/embedded.ts';
import type { ContentBackend } from './backends/port.ts';
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
export function openBackend(
  { dataDirectory }: Pick<ServerSettings, 'dataDirectory'>,
  onWarning: (space: string, message: string) => void,
): Promise<ContentBackend> {
  return openEmbeddedBackend({ directory: join(dataDirectory, 'spaces'), onWarning });
}
