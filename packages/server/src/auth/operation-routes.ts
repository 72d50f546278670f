/** Routes of operations: methods, paths and scopes come from the table of the contract. */
import Router from '@koa/router';
import * as api from '@semantic-search/contract';
import type { Context } from 'koa';
import { ProblemError } from '../errors/problem.ts';
import { sendTagged } from '../http/responses/conditional-requests.ts';
import { authorize } from './permission.ts';

/** Resolves to the response body; undefined if the handler has set it itself. The token permits the operation. */
type Handler = (ctx: Context) => unknown;

const operationsById = new Map(api.operations.map((operation) => [operation.id, operation]));

/** Handlers by the ID of their operation. Of several paths that match a request, the first one counts. */
export function operationRoutes(handlers: Record<string, Handler>): Router {
  const router = new Router({ sensitive: true });
  for (const [id, handle] of Object.entries(handlers)) {
    const operation = operationsById.get(id);
    if (!operation) throw new Error(`The contract has no operation ${id}`);
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

/** Requires a token that permits the operation. Throws forbidden, or not-found for an impossible ID or name. */
function requirePermission(ctx: Context, { id, scope }: api.Operation): void {
  const { configId, space } = ctx.params;
  const configuration = configId === undefined ? undefined : configurationId(ctx);
  if (scope !== null && scope !== 'any')
    authorize(ctx, {
      scope,
      ...(configuration !== undefined && { configuration }),
      ...(space !== undefined && { space }),
      ...(id === 'getConfiguration' && { rendering: true }),
      ...(id === 'getFeed' && { feed: true }),
    });
  if (space !== undefined && !api.isSpaceName(space))
    throw new ProblemError('not-found', `The name of a search space has ${api.SPACE_NAME_RULE}.`);
}

/** The ID in the path. Throws not-found unless it is a positive int32. */
export function configurationId(ctx: Context): number {
  const id = parsePositiveInt32(ctx.params.configId ?? '');
  if (id !== null) return id;
  throw new ProblemError('not-found', `The configuration ID must be an integer from 1 to ${api.MAX_INT32}.`);
}

/** The number in canonical decimal form; null for any other text. */
export function parsePositiveInt32(text: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
  return number <= api.MAX_INT32 ? number : null;
}
