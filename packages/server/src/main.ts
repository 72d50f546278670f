/** The server as a program: the only reader of the environment. */
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { openContent } from './backends/open-backends.ts';
import { openPages } from './pages/open-pages.ts';
import { type Running, startServer } from './server.ts';
import { type ServerSettings, serverSettings } from './settings/server-settings.ts';

export type { Running, ServerSettings };

// Threads, such as one for each thesaurus that is read, start in half the time where they find what this one has compiled.
const compiled = getCompileCacheDir();
if (compiled !== undefined) process.env.NODE_COMPILE_CACHE = dirname(compiled);

type Variables = Record<string, string>;

/** The settings that the environment gives; `given` wins over it, it wins over `defaults`. Throws with the names of wrong ones. */
export function loadSettings(given: Variables = {}, defaults: Variables = {}): ServerSettings {
  return serverSettings({ ...defaults, ...process.env, ...given });
}

export interface Serving {
  /** The server that runs now: another one after each new start. */
  readonly server: Running;
  /** The process was told to end; what still goes on fails because of it. */
  readonly ending: boolean;
  close(): Promise<void>;
}

/** Starts the server, stops it when the process is told to end, and starts it anew on SIGUSR2 (a dump was restored). */
export async function serve(settings: ServerSettings): Promise<Serving> {
  let ending = false;
  let last: Promise<void> = Promise.resolve();
  const starting = startServer(settings, openContent, openPages);
  // Heard from the first moment on: a server that is still starting ends, or starts anew, as soon as it has started.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      ending = true;
      void starting.then(close, () => undefined);
    });
  }
  process.on('SIGUSR2', () => {
    last = last.then(startAnew).catch(endInFailure);
  });
  let server = await starting;
  const port = Number(new URL(server.url).port);

  async function startAnew(): Promise<void> {
    await starting;
    if (ending) return;
    await server.close();
    server = await startServer({ ...settings, port }, openContent, openPages);
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

function endInFailure(error: unknown): void {
  console.error(`The server could not start anew: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
