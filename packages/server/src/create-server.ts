/** Server for programs: options instead of environment variables, no signal handlers. */
import type { Scope } from '@semantic-search/contract';
import { openContent } from './open-content.ts';
import { demoFolder } from './package-folder.ts';
import { openPages } from './pages/open-pages.ts';
import { seedDemo } from './seed-demo.ts';
import { startServer } from './server.ts';
import type { LogLevel, SettingName } from './settings/environment.ts';
import { parseSettings } from './settings/server-settings.ts';

export interface ServerOptions {
  /** Port to listen on; 0 selects a free port; 8080 by default. */
  port?: number;
  /** Address to listen on; `localhost` by default. */
  host?: string;
  /** Data directory, created if missing; `./data` by default. */
  dataDirectory?: string;
  /** Public URL if the server is behind a proxy. */
  publicUrl?: string;
  /** `info` by default. The log is written to the standard output. */
  logLevel?: LogLevel;
  /** Loads the Field guide, or the content of another folder, into a new data directory, and serves its pages at `/demo/`. */
  demo?: boolean | string;
  /** Other settings, by the names of their environment variables, such as `{ ALLOWED_ORIGINS: 'https://example.org' }`. */
  settings?: Partial<Record<SettingName, string>>;
}

export interface TokenOptions {
  scopes: readonly Scope[];
  /** Names of the only search spaces that the token may use; by default all. */
  spaces?: readonly string[];
  /** Name under which changes are recorded; `program` by default. */
  subject?: string;
  /** Lifetime in seconds; one hour by default. */
  lifetime?: number;
}

export interface SearchServer {
  /** URL of the server, without a slash at the end. */
  readonly url: string;
  /** Issues an access token for the HTTP API. */
  createToken(options: TokenOptions): Promise<string>;
  /** Completes requests in progress, then closes all files and connections. */
  close(): Promise<void>;
}

const DEFAULT_TOKEN_LIFETIME_SECONDS = 3600;

/**
 * Resolves when the server listens and the demo is loaded. Only the options count: the environment is not read. Rejects with an
 * error that lists all invalid settings, and if another process uses the data directory.
 */
export async function createServer(options: ServerOptions = {}): Promise<SearchServer> {
  const settings = await parseSettings(variablesOf(options));
  const server = await startServer(settings, openContent, openPages);
  try {
    if (server.isFresh && settings.demoDirectory !== null) await seedDemo(server, settings.demoDirectory);
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    url: server.url,
    async createToken({ subject = 'program', lifetime = DEFAULT_TOKEN_LIFETIME_SECONDS, ...limits }) {
      return (await server.issuer.access({ ...limits, subject, lifetime })).token;
    },
    close: server.close,
  };
}

function variablesOf(options: ServerOptions): Record<string, string> {
  const { port, host, dataDirectory, publicUrl, logLevel, demo, settings } = options;
  const named = {
    PORT: port?.toString(),
    HOST: host,
    DATA_DIR: dataDirectory,
    PUBLIC_URL: publicUrl,
    LOG_LEVEL: logLevel,
    DEMO_DIR: demo === true ? demoFolder() : demo || undefined,
  };
  const variables = Object.entries({ ...settings, ...named }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(variables) as Record<string, string>;
}
