/** Composition root: connects the resources of the server, then listens. */
import type Router from '@koa/router';
import type { Logger } from 'pino';
import { audit, auditRoutes } from './administration/audit.ts';
import { statusRoutes } from './administration/status.ts';
import { createApp } from './app.ts';
import { tokenRoutes } from './auth/routes.ts';
import { sessionRoutes } from './auth/sessions/session-routes.ts';
import { signInProvider } from './auth/sessions/sign-in-provider.ts';
import { configurationRoutes } from './configurations/routes.ts';
import type { ConfigurationStore } from './configurations/store.ts';
import { MAX_VALIDATION_WAIT_MS } from './configurations/validate-against-space.ts';
import { publishAddress } from './filesystem/server-address-file.ts';
import { gracefulShutdown } from './http/connections/graceful-shutdown.ts';
import { httpServer, listen } from './http/connections/http-server.ts';
import { hostInUrl } from './http/origin.ts';
import { insightRoutes } from './insight/routes.ts';
import type { HealthChecks } from './observability/component-checks.ts';
import { healthRoutes } from './observability/health.ts';
import { openLog } from './observability/log.ts';
import { type Metrics, metricsRoutes } from './observability/metrics.ts';
import type { Content, OpenContent } from './open-content.ts';
import { openResources, type Resources } from './open-resources.ts';
import { serverVersion } from './package-folder.ts';
import type { OpenPages } from './pages/open-pages.ts';
import { ownOrigins, type PageToken, pageTokenIssuer } from './pages/page-token.ts';
import type { SourceRunner } from './schedules/source-runner.ts';
import type { ServerSettings } from './settings/server-settings.ts';

/** Runs the scheduled sources of a data directory until it is closed. */
export type ScheduleRunner = (
  dataDirectory: string,
  log: Logger,
  metrics: Pick<Metrics, 'sourceRun'>,
) => SourceRunner;

export type Running = Awaited<ReturnType<typeof startServer>>;

/** Resolves when the server listens. Without `openPages`, it has only the API; without `runSchedules`, it runs no sources. */
export async function startServer(
  settings: ServerSettings,
  openContent: OpenContent,
  openPages: OpenPages = async () => [],
  runSchedules?: ScheduleRunner,
) {
  const log = openLog(settings.logLevel);
  if (settings.unknownVariables.length > 0)
    log.warn({ variables: settings.unknownVariables }, 'Unknown settings are ignored');
  const resources = await openResources(settings, log, openContent);
  const runner = runSchedules?.(settings.dataDirectory, log, resources.metrics);
  try {
    return await listenWith(resources, settings, openPages, runner);
  } catch (error) {
    await runner?.close();
    await resources.closeAfterFailure();
    throw error;
  }
}

async function listenWith(
  resources: Resources,
  settings: ServerSettings,
  openPages: OpenPages,
  runner: SourceRunner | undefined,
) {
  const { log, stores } = resources;
  const { issuer, tokens } = resources.authority;
  const { host, publicUrl, dataDirectory: directory } = settings;
  const isFresh = await stores.isFresh();
  let isLoadingDemo = isFresh && settings.demoDirectory !== null;
  const shutdown = gracefulShutdown();
  const server = shutdown.prepare(httpServer());
  // Kept for the last responses of a shutdown, because a server that no longer listens has no port.
  let { port } = settings;
  const pageToken = pageTokenIssuer(issuer, tokens, () => ownOrigins(publicUrl, host, port));
  const { configurations } = stores;
  const pages = await openPages(settings, { configurations, pageToken, log });
  const unavailableReason = () =>
    shutdown.unavailableReason() ?? (isLoadingDemo ? 'the demo is being loaded' : null);
  const app = composeApp(resources, { settings, pages, pageToken, runner, unavailableReason });
  server.on('request', app.callback());
  port = await listen(server, settings);
  const url = `http://${hostInUrl(host)}:${port}`;
  const withdrawAddress = await publishAddress(directory, url, publicUrl?.origin);
  log.info({ url, directory }, 'listening');
  let closing: Promise<void> | undefined;
  const shutDown = async () => {
    await runner?.close();
    await withdrawAddress();
    await shutdown.shutDown(server, settings.shutdownDelayMs);
  };
  return {
    url,
    issuer,
    tokens,
    /** True if no configuration has ever been created. With a demo, the server is not ready before `setDemoLoaded`. */
    isFresh,
    /** Called when the demo is loaded, which needs the API of the server. */
    setDemoLoaded() {
      isLoadingDemo = false;
    },
    /** Graceful shutdown: completes requests in flight, then closes all resources. */
    close() {
      closing ??= shutDown().finally(resources.close);
      return closing;
    },
  };
}

/** What the app needs besides the resources. */
interface AppParts {
  settings: ServerSettings;
  pages: Router[];
  pageToken: PageToken;
  /** Undefined if the server runs no sources. */
  runner: SourceRunner | undefined;
  /** Why the service as a whole is not ready; null if it is. */
  unavailableReason(): string | null;
}

function composeApp(resources: Resources, parts: AppParts) {
  const { log, metrics, tracing, stores, content, insight, authority } = resources;
  const { settings, pages, pageToken, runner, unavailableReason } = parts;
  const { configurations, counter } = stores;
  const health: HealthChecks = {
    required: {
      service: unavailableReason,
      configurations: () => configurations.unavailableReason(),
      tokens: authority.unavailableReason,
      ...content.required,
    },
    optional: {
      ...content.optional,
      // Damaged configurations are reported, but the others work.
      ...Object.fromEntries(Array.from(configurations.damage, ([part, reason]) => [part, () => reason])),
      insight: insight.unavailableReason,
      scopes: () => unresolvedScopes(configurations, content),
    },
  };
  const { tokens } = authority;
  const status = {
    version: serverVersion,
    dataDirectory: settings.dataDirectory,
    checks: health,
    spaces: content.spaces,
    validTokens: () => tokens.list().filter(({ jti }) => !tokens.isRevoked(jti)),
  };
  return createApp({
    log,
    audit: audit(stores.audit, log),
    observe: metrics.request,
    tracing: tracing.middleware,
    publicUrl: settings.publicUrl,
    trustedProxies: settings.trustedProxies,
    limits: { ...settings.limits, ...(counter && { counter }) },
    tokens: {
      ...authority.rules,
      // A feed of a visible configuration needs no token: the main page gives every visitor this one.
      feedToken: (id) => (configurations.find(id)?.config.visible ? pageToken([id]) : null),
    },
    allowsOrigin: (origin) => settings.allowedOrigins.includes(origin) || tokens.allowsOrigin(origin),
    routes: [
      healthRoutes(health, serverVersion, log),
      metricsRoutes(metrics, settings.metrics),
      configurationRoutes(configurations, content.capabilities(MAX_VALIDATION_WAIT_MS)),
      insightRoutes(insight, configurations),
      tokenRoutes({ ...authority, configurations, unresolvedRules: content.capabilities().unresolvedRules }),
      auditRoutes(stores.audit),
      statusRoutes(status),
      sessionRoutes(authority, settings.signIn && signInProvider(settings.signIn)),
      ...content.routes(configurations, runner, insight),
      ...pages,
    ],
  });
}

/** A configuration shows no documents if the search space cannot resolve its scope. */
async function unresolvedScopes(store: ConfigurationStore, content: Content): Promise<string | null> {
  const { unresolvedRules } = content.capabilities();
  const reasons: string[] = [];
  for (const { id, config } of store.list()) {
    const [error] = config.scope ? await unresolvedRules(config.searchSpace, config.scope) : [];
    if (error) reasons.push(`configuration ${id}: scope.${error.key} ${error.message}`);
  }
  return reasons.length > 0 ? reasons.join(', ') : null;
}
