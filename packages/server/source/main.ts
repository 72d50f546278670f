/** The server as a program: the only reader of the environment. */
import { openContent } from './content.ts';
import { openPages } from './pages/open-pages.ts';
import { type Running, startServer } from './server.ts';
import { type ServerSettings, serverSettings } from './server-settings.ts';

export type { Running, ServerSettings };

type Variables = Record<string, string>;

/** The settings that the environment gives; `given` wins over it, it wins over `defaults`. Throws with the names of wrong ones. */
export function settings(given: Variables = {}, defaults: Variables = {}): ServerSettings {
  return serverSettings({ ...defaults, ...process.env, ...given });
}

/** Starts the server and stops it when the process is told to end. */
export async function serve(settings: ServerSettings): Promise<Running> {
  const running = await startServer(settings, openContent, openPages);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close());
  return running;
}
