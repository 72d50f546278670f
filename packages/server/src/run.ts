/** Running server of the command line, which stops on a signal, and helpers of its commands. */
import { openContent } from './open-content.ts';
import { openPages } from './pages/open-pages.ts';
import { type ScheduleRunner, startServer } from './server.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export { taskQueue } from './filesystem/task-queue.ts';
export { builtWidgets, isManualBuilt } from './pages/open-pages.ts';
export { pinnedWidgets } from './pages/widget-builds.ts';
export { seedDemo } from './seed-demo.ts';
export type { Running, ScheduleRunner } from './server.ts';

/** Starts the server, and stops it on SIGINT, SIGTERM and SIGHUP. */
export async function serve(settings: ServerSettings, runSchedules: ScheduleRunner) {
  let ending = false;
  const starting = startServer(settings, openContent, openPages, runSchedules);
  const close = async () => {
    ending = true;
    await (await starting).close();
  };
  // Handlers are installed before startup completes: a server that is still starting stops afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => void close().catch(() => undefined));
  return {
    server: await starting,
    /** Whether shutdown has begun; operations in progress may fail because of it. */
    get ending() {
      return ending;
    },
    close,
  };
}
