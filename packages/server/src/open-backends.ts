/** Backends of the settings, opened behind one router. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WritableBackend } from '@semantic-search/engine/backend';
import { openEmbeddedBackend } from './backends/embedded.ts';
import { openEmbedders } from './backends/embeddings/open-embedders.ts';
import { restrictToListed } from './backends/listed-spaces.ts';
import { type BackendRouter, backendRouter } from './backends/router.ts';
import { deleteSpace } from './filesystem/delete-space.ts';
import type { Tracing } from './observability/tracing.ts';
import { rejectMissing } from './package-folder.ts';
import type { RemoteSpace } from './settings/backends-file.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export type BackendSettings = Pick<
  ServerSettings,
  'dataDirectory' | 'databaseUrl' | 'remoteSpaces' | 'embeddedSpaces' | 'embeddings' | 'timeoutMs'
>;

export async function openBackend(
  settings: BackendSettings,
  onWarning: (space: string, message: string) => void,
  traceHeaders: Tracing['propagationHeaders'],
): Promise<BackendRouter> {
  const common = { deadlineMs: settings.timeoutMs, traceHeaders };
  const connected = settings.remoteSpaces.map(
    async (space) => [space.name, await connectTo(space, common)] as const,
  );
  const remote = new Map(await Promise.all(connected));
  const embedders = await openEmbedders(settings.embeddings);
  const embedded = await openEmbeddedBackend({
    directory: join(settings.dataDirectory, 'spaces'),
    deleteFiles: (name) => deleteSpace(settings.dataDirectory, name),
    onWarning,
    embeddings: { ofSpaces: settings.embeddings, embedders },
  });
  const ignored =
    'A space with this name in the data directory is ignored, because BACKENDS_FILE assigns the name to a remote backend.';
  for (const name of await embedded.names()) if (remote.has(name)) onWarning(name, ignored);
  if (settings.databaseUrl === null) return backendRouter(embedded, remote);
  const listedNames = [...settings.embeddedSpaces, ...remote.keys()];
  try {
    return backendRouter(await restrictToListed(embedded, listedNames), remote);
  } catch (error) {
    await embedded.close();
    throw error;
  }
}

async function connectTo(
  space: RemoteSpace,
  common: { deadlineMs: number; traceHeaders: Tracing['propagationHeaders'] },
): Promise<WritableBackend> {
  const reject = rejectMissing(`The search space "${space.name}" needs`, `@semantic-search/${space.backend}`);
  // Imported on demand: the client libraries of both backends would delay the start by some 100 ms.
  if (space.backend === 'opensearch') {
    const { opensearchBackend } = await import('@semantic-search/opensearch').catch(reject);
    const { authority: certificateFile, ...options } = space;
    const certificate = certificateFile !== undefined && {
      authority: await readFile(certificateFile, 'utf8'),
    };
    return opensearchBackend({ ...options, ...certificate, ...common });
  }
  const { graphsearchBackend } = await import('@semantic-search/graphsearch').catch(reject);
  return graphsearchBackend({ ...space, ...common });
}
