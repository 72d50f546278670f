/** Search context of a request: configuration, search space, deadline and client. */
import type { Context } from 'koa';
import { configurationId } from '../auth/operation-routes.ts';
import { clientOf, requireAccess } from '../auth/permission.ts';
import { type CallContext, type Execute, queries } from '../backends/space-queries.ts';
import { requireKnownFilter, scopeOf } from '../configurations/document-scope.ts';
import { permittedConfigurations, type ReadableStore } from '../configurations/permitted-configurations.ts';

export interface SearchDependencies {
  configurations: ReadableStore;
  /** Runs a query of a search space (`backends/space-queries`). */
  execute: Execute;
  /** Maximum duration of all queries of one request, in milliseconds. */
  timeoutMs: number;
}

/** The permitted configuration and its search space. */
export type SearchContext = Awaited<ReturnType<typeof createSearchContext>>;

/** Requires a token for the configuration with this `id`. Only this function limits a request to permitted documents. */
export async function createSearchContext(
  ctx: Context,
  { configurations, execute, timeoutMs }: SearchDependencies,
  id = configurationId(ctx),
) {
  const started = performance.now();
  const access = requireAccess(ctx);
  const { config: settings, created } = permittedConfigurations(access, configurations).require(id);
  const context = callContext(ctx, settings.searchSpace, timeoutMs);
  const space = queries(execute, context, scopeOf(settings, access));
  await requireKnownFilter(access, space);
  return {
    settings,
    /** When the configuration was created, in milliseconds since 1970. */
    created: Date.parse(created),
    access,
    /** The search space of the configuration. */
    space,
    /** Queries of the search space without the scope of the configuration. */
    unscopedSpace: queries(execute, context, scopeOf({}, access)),
    /** Milliseconds since the start of the request. */
    elapsed: () => performance.now() - started,
  };
}

/** The context of calls for a request, which end when its client disconnects. */
export function callContext(ctx: Context, space: string, timeoutMs: number): CallContext {
  const deadline = performance.now() + timeoutMs;
  return { space, client: clientOf(ctx), signal: disconnectSignal(ctx), deadline };
}

/** Aborted when the client closes the connection before the response is sent. */
function disconnectSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
