/** Builds the parts of the service, once, and listens. */

import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Router from '@koa/router';
import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { createListener } from './app.ts';
import { openAuthority } from './auth/authority.ts';
import { tokenRoutes } from './auth/routes.ts';
import type { TokenIssuer } from './auth/token-issuer.ts';
import type { TokenStore } from './auth/token-store.ts';
import { RestoreFailedError, applyPendingRestore } from './backup/apply-restore.ts';
import { cachedResponses } from './configurations/cached-responses.ts';
import { configurationRoutes } from './configurations/routes.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import type { SpaceCapabilities } from './configurations/validate-against-space.ts';
import { finishDeletions } from './content/delete-space.ts';
import { makeDataDirectory } from './filesystem/data-directory.ts';
import { publishAddress } from './filesystem/server-address-file.ts';
import { gracefulShutdown } from './http/graceful-shutdown.ts';
import { httpServer } from './http/server.ts';
import { healthRoutes, type Parts } from './observability/health.ts';
import { linesDropped, openLog } from './observability/log.ts';
import { type Metrics, metricsRoutes, openMetrics } from './observability/metrics.ts';
import { openTracing, type Tracing } from './observability/tracing.ts';
import { openStores } from './open-stores.ts';
import { ownOrigins } from './pages/page-token.ts';
import type { ServerSettings } from './settings/server-settings.ts';

/** What the service searches in: the search spaces and the routes over them. */
export interface Content {
  knowledge: SpaceCapabilities;
  routes(configurations: ConfigurationStore): Router[];
  /** For `/ready`. */
  parts: Parts;
  /** Named there too, though the service is ready without them. */
  dispensable: Parts;
  close(): Promise<void>;
}

/** What the server's own pages are made of. */
export interface PageSources {
  configurations: ConfigurationStore;
  issuer: TokenIssuer;
  tokens: TokenStore;
  /** Where browsers find the server; known once it listens. */
  origins(): readonly string[];
  version: string;
}

export type OpenPages = (settings: ServerSettings, sources: PageSources) => Promise<Middleware[]>;

export type OpenContent = (
  settings: ServerSettings,
  log: Logger,
  metrics: Metrics,
  tracing: Tracing,
) => Promise<Content>;

export interface Running {
  url: string;
  issuer: TokenIssuer;
  tokens: TokenStore;
  /** True when no configuration was ever created in the data directory. */
  fresh: boolean;
  /** Lets requests in flight end, then puts everything away. */
  close(): Promise<void>;
}

export async function startServer(
  settings: ServerSettings,
  openContent: OpenContent,
  openPages: OpenPages = async () => [],
): Promise<Running> {
  const log = openLog(settings.logLevel);
  for (const variable of settings.misspelledVariables)
    log.warn(variable, 'No setting has this name: it sets nothing');
  const tracing = await openTracing(settings.tracing);
  const { dataDirectory: directory } = settings;
  await makeDataDirectory(directory);
  await takeDump(directory, log);
  const state = await openStores(settings, log);
  await finishDeletions(directory).catch((error) =>
    log.warn({ error }, 'A deleted space is still there in part'),
  );
  const { configurations } = state;
  const metrics = openMetrics(linesDropped);
  const ending = gracefulShutdown();
  let content: Content | undefined;
  try {
    content = await openContent(settings, log, metrics, tracing);
    const authority = await openAuthority(settings, metrics.token, state.tokens);
    let port = settings.port;
    const pages = await openPages(settings, {
      configurations,
      issuer: authority.issuer,
      tokens: authority.tokens,
      origins: () => ownOrigins(settings.publicUrl, settings.host, port),
      version: version(),
    });
    const reads = cachedResponses(configurations);
    const answer = createListener({
      log,
      observe: metrics.request,
      tracing: tracing.steps,
      publicUrl: settings.publicUrl,
      proxies: settings.proxies,
      limits: { ...settings.limits, ...(state.counter && { counter: state.counter }) },
      check: authority.check,
      checked: authority.checked,
      remembered: () => metrics.token('remembered'),
      reads,
      metrics,
      refresh: authority.refresh,
      origins: {
        names: (origin) => settings.allowedOrigins.includes(origin) || authority.tokens.allowsOrigin(origin),
        any: () => authority.tokens.allowsAnyOrigin(),
      },
      open: [
        healthRoutes(
          {
            parts: {
              service: ending.trouble,
              configurations: () => configurations.trouble(),
              tokens: authority.trouble,
              ...content.parts,
            },
            dispensable: content.dispensable,
          },
          version(),
          log,
        ),
        metricsRoutes(metrics, settings.metrics),
      ],
      pages,
      tagged: [
        configurationRoutes(configurations, content.knowledge, reads),
        tokenRoutes({ ...authority, configurations }),
      ],
      routes: content.routes(configurations),
    });
    const server = ending.trackConnections(httpServer(ending.wrapListener(answer)));
    port = await listen(server, settings);
    const url = urlOf(settings, port);
    const forget = await publishAddress(directory, url);
    log.info({ url, directory }, 'listening');
    const close = once(async () => {
      await forget();
      await ending.shutDown(server, settings.shutdownDelay);
      await content?.close();
      await state.close();
    });
    const fresh = await state.isFresh();
    return { url, issuer: authority.issuer, tokens: authority.tokens, fresh, close };
  } catch (error) {
    await content?.close();
    await state.close();
    throw error;
  }
}

/** What waits to be taken, by `restore`. One that cannot be is told, and the service goes on with the state that it has. */
async function takeDump(directory: string, log: Logger): Promise<void> {
  try {
    const { applied: taken, abandoned: brokenOff } = await applyPendingRestore(directory);
    if (taken) log.info('The state of a dump was taken');
    if (brokenOff > 0)
      log.warn({ brokenOff }, 'A restore was broken off; its dump is not taken, and removed');
  } catch (error) {
    if (!(error instanceof RestoreFailedError)) throw error;
    log.error({ error }, 'A dump could not be taken');
  }
}

/**
 * So many connections may wait to be accepted while the service is held up, where the system lets them (on Linux
 * `net.core.somaxconn`, mostly as many). Those beyond connect again by and by, and some are reset. Node's own is 511.
 */
const backlog = 4096;

/** Resolves to the port. */
async function listen(server: Server, { port, host }: ServerSettings): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`It cannot listen on HOST ${host} and PORT ${port}: ${cause.message}`, { cause }));
    });
    server.listen({ port, host, backlog }, () => resolve());
  });
  return (server.address() as AddressInfo).port;
}

function urlOf({ host }: ServerSettings, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= action();
    return done;
  };
}

function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
