/** The running server, for the command line: it ends with a signal. */
import { openContent } from './open-content.ts';
import { openPages } from './pages/open-pages.ts';
import { type Running, type ScheduleRunner, startServer } from './server.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export { builtWidgets, isManualBuilt } from './pages/open-pages.ts';
export { pinnedWidgets } from './pages/widget-builds.ts';
export { seedDemo } from './seed-demo.ts';
export { type Running, type ScheduleRunner, urlOf } from './server.ts';

export interface Serving {
  readonly server: Running;
  /** Whether shutdown has begun; operations in progress may fail because of it. */
  readonly ending: boolean;
  close(): Promise<void>;
}

/** Starts the server, and stops it on SIGINT, SIGTERM and SIGHUP. */
export async function serve(settings: ServerSettings, runSchedules: ScheduleRunner): Promise<Serving> {
  let ending = false;
  const starting = startServer(settings, openContent, openPages, runSchedules);
  // Handlers are installed before startup completes: a server that is still starting stops afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      ending = true;
      void starting.then(
        (server) => server.close(),
        () => undefined,
      );
    });
  }
  const server = await starting;
  return {
    server,
    get ending() {
      return ending;
    },
    close() {
      ending = true;
      return server.close();
    },
  };
}
