/** What the service searches in: the embedded backend, and the routes over its search spaces. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openEmbeddedBackend } from './backends/embedded.ts';
import { searchRoutes } from './search/routes.ts';
import type { Content } from './server.ts';
import type { ServerSettings } from './server-settings.ts';
import { spaceKnowledge } from './spaces/knowledge.ts';
import { spaceRoutes } from './spaces/routes.ts';

export async function openContent(
  { dataDirectory, deadline }: ServerSettings,
  log: Logger,
): Promise<Content> {
  const backend = await openEmbeddedBackend({
    directory: join(dataDirectory, 'spaces'),
    onWarning: (space, warning) => log.warn({ space }, warning),
  });
  return {
    knowledge: spaceKnowledge(backend),
    routes: (configurations) => [searchRoutes({ configurations, backend, deadline }), spaceRoutes(backend)],
    parts: { search: async () => (await backend.trouble()) ?? null },
    close: () => backend.close(),
  };
}
