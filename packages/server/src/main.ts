/** Runs the server until a signal ends it. */
import { openContent } from './open-content.ts';
import { openPages } from './pages/open-pages.ts';
import { type Running, type ScheduleRunner, startServer } from './server.ts';
import type { ServerSettings } from './settings/server-settings.ts';

export interface Serving {
  /** The current server; a new object after each restart. */
  readonly server: Running;
  /** Whether shutdown has begun; operations in progress may fail because of it. */
  readonly ending: boolean;
  close(): Promise<void>;
}

/** Starts the server, stops it on SIGINT, SIGTERM and SIGHUP, and restarts it on SIGUSR2 (after a restore). */
export async function serve(settings: ServerSettings, runSchedules: ScheduleRunner): Promise<Serving> {
  let ending = false;
  let last: Promise<void> = Promise.resolve();
  const starting = startServer(settings, openContent, openPages, runSchedules);
  // Handlers are installed before startup completes: a server that is still starting stops or restarts afterwards.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      ending = true;
      void starting.then(close, () => undefined);
    });
  }
  process.on('SIGUSR2', () => {
    last = last.then(restart).catch(exitWithError);
  });
  let server = await starting;
  const port = Number(new URL(server.url).port);

  async function restart(): Promise<void> {
    await starting;
    if (ending) return;
    await server.close();
    server = await startServer({ ...settings, port }, openContent, openPages, runSchedules);
    server.setLoaded();
  }

  async function close(): Promise<void> {
    ending = true;
    await last;
    await server.close();
  }

  return {
    get server() {
      return server;
    },
    get ending() {
      return ending;
    },
    close,
  };
}

function exitWithError(error: unknown): void {
  console.error(`The server could not restart: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
