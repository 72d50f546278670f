/** Resources that a server opens and closes: stores, search spaces, statistics and keys. */
import type { Logger } from 'pino';
import { type Authority, openAuthority } from './auth/authority.ts';
import { finishDeletions } from './filesystem/delete-space.ts';
import { openInsight } from './insight/open-insight.ts';
import { openMetrics } from './observability/metrics.ts';
import { noTracing, openTracing } from './observability/tracing.ts';
import type { Content, OpenContent } from './open-content.ts';
import { openStores } from './open-stores.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export type Resources = Awaited<ReturnType<typeof openResources>>;

/** Opens everything that has to be closed. If a part cannot be opened, closes the others. */
export async function openResources(settings: ServerSettings, log: Logger, openContent: OpenContent) {
  const tracing = settings.tracing ? await openTracing() : noTracing;
  const metrics = openMetrics();
  const stores = await openStores(settings, log);
  const insight = openInsight(settings, log, metrics, stores.insight);
  let content: Content | undefined;
  let authority: Authority | undefined;
  const close = async () => {
    authority?.close();
    try {
      await content?.close();
    } finally {
      await insight.recorder.close();
      await stores.close();
    }
  };
  const closeAfterFailure = () =>
    close().catch((error) => log.warn({ error }, 'Could not close all resources'));
  try {
    await finishDeletions(settings.dataDirectory).catch((error) =>
      log.warn({ error }, 'Could not finish deleting a search space'),
    );
    content = await openContent(settings, log, metrics, tracing);
    authority = await openAuthority(settings, stores.tokens);
    return { log, tracing, metrics, stores, insight, content, authority, close, closeAfterFailure };
  } catch (error) {
    await closeAfterFailure();
    throw error;
  }
}
