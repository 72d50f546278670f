/** Routes of operations: method, path, scope and entity tag come from the table of the contract. */
import Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { sendTagged } from '../http/responses/conditional-requests.ts';
import { parsePositiveInt32 } from '../validation.ts';
import { authorize, type RequiredPermission } from './permission.ts';

/** Resolves to the response body; undefined if the handler has set it itself. The token permits the operation. */
type Handler = (ctx: Context) => unknown;

/** Readers that the table does not name. */
const readersOf: Record<string, RequiredPermission['reader']> = {
  getConfiguration: 'page',
  getFeed: 'feed reader',
};

const operationsById = new Map(api.operations.map((operation) => [operation.id, operation]));

/** Handlers by the ID of their operation. Of several paths that match a request, the first one counts. */
export function operationRoutes(handlers: Record<string, Handler>): Router {
  const router = new Router({ sensitive: true });
  for (const [id, handle] of Object.entries(handlers)) {
    const operation = operationsById.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}`);
    // A parameter of the router begins with a colon, so a colon of the path is escaped.
    const pattern = operation.path.replaceAll(':', '\\:').replace(/\{(\w+)\}/g, ':$1');
    router[operation.method](pattern, async (ctx: Context) => {
      ctx.state.operation = operation;
      requirePermission(ctx, operation);
      const body = await handle(ctx);
      if (body === undefined) return;
      if (operation.headers?.includes('If-None-Match')) sendTagged(ctx, JSON.stringify(body));
      else ctx.body = body;
    });
  }
  return router;
}

/** Throws forbidden unless the token permits the operation, and not-found for an impossible path, ID or name. */
function requirePermission(ctx: Context, { id, method, scope }: api.Operation): void {
  // Clients shorten `/api/spaces/x/documents/..` to `/api/spaces/x/`, which must not delete the space.
  if (method === 'delete' && ctx.path.endsWith('/'))
    throw new ProblemError('not-found', 'The path of a deletion must not end with a slash.');
  const { configId, space } = ctx.params;
  const configuration = configId === undefined ? undefined : configurationId(ctx);
  const isRestricted = scope !== null && scope !== 'any';
  if (isRestricted) authorize(ctx, { scope, configuration, space, reader: readersOf[id] });
  if (space !== undefined && !api.isSpaceName(space))
    throw new ProblemError('not-found', `The name of a search space has ${api.SPACE_NAME_RULE}.`);
}

/** The ID in the path. Throws not-found unless it is a positive int32. */
export function configurationId(ctx: Context): number {
  const id = parsePositiveInt32(ctx.params.configId ?? '');
  if (id !== null) return id;
  throw new ProblemError('not-found', `The configuration ID must be an integer from 1 to ${api.MAX_INT32}.`);
}
