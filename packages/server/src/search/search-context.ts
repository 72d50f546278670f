/** Search context of a request: configuration, search space, deadline and client. */
import type { ConfigurationSettings } from '@semantic-search/contract';
import type { Context } from 'koa';
import { type Access, authorize, type RequiredPermission } from '../auth/permission.ts';
import { type Execute, queries, type SpaceQueries } from '../backends/call.ts';
import {
  permittedConfigurations,
  type ReadableConfigurations,
} from '../configurations/permitted-configurations.ts';
import { requireKnownFilter, scopeOf } from '../configurations/scope.ts';
import { unknownConfiguration } from '../configurations/store.ts';

export interface SearchDependencies {
  configurations: ReadableConfigurations;
  /** Runs a query of a search space (`backends/call`). */
  execute: Execute;
  /** Maximum duration of all queries of one request, in milliseconds. */
  timeoutMs: number;
}

/** The permitted configuration and its search space. */
export interface SearchContext {
  settings: ConfigurationSettings;
  /** When the configuration was created, in milliseconds since 1970. */
  created: number;
  access: Access;
  /** The search space of the configuration. */
  space: SpaceQueries;
  /** Its documents beyond the scope of the configuration, too. */
  whole: SpaceQueries;
  /** Milliseconds since the start of the request. */
  elapsed(): number;
}

/**
 * Checks the permission first, so that a token reveals nothing about other configurations. This is the only place that limits
 * a request to the documents that its configuration and token permit.
 */
export async function createSearchContext(
  ctx: Context,
  id: number,
  { configurations, execute, timeoutMs }: SearchDependencies,
  permission: Partial<Pick<RequiredPermission, 'feed' | 'scope'>> = {},
): Promise<SearchContext> {
  const started = performance.now();
  const access = authorize(ctx, { scope: 'search', configuration: id, ...permission });
  const entry = permittedConfigurations(access, configurations).find(id);
  if (!entry) throw unknownConfiguration(id);
  const { config: settings } = entry;
  const context = {
    space: settings.searchSpace,
    client: ctx.state.client,
    signal: disconnectSignal(ctx),
    deadline: started + timeoutMs,
  };
  const space = queries(execute, context, scopeOf(settings, access));
  await requireKnownFilter(access, space);
  const whole = queries(execute, context, scopeOf({}, access));
  const created = Date.parse(entry.created);
  return { settings, created, access, space, whole, elapsed: () => performance.now() - started };
}

/** Aborted when the client closes the connection before the response is sent. */
export function disconnectSignal(ctx: Context): AbortSignal {
  const controller = new AbortController();
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort();
  });
  return controller.signal;
}
