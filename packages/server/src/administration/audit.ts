/** Audit trail: who changed which token, configuration, space or source, and when. */
import type Router from '@koa/router';
import { type AuditEntry, LogParameters, type Operation } from '@semantic-search/contract';
import type { AuditStorage } from '@semantic-search/contract/storage';
import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { operationRoutes } from '../auth/operation-routes.ts';
import { requireAccess } from '../auth/permission.ts';
import { parseQuery } from '../validation.ts';

/** Operations without an entry: frequent writes of documents, and searches with trial settings. */
const documentWrites = ['addDocuments', 'putDocument', 'deleteDocument', 'deleteDocuments'];
const unaudited = [...documentWrites, 'startRun', 'completeRun', 'abandonRun', 'searchSpace'];
const isAudited = ({ id, method, scope }: Operation) =>
  method !== 'get' && scope?.endsWith(':write') && !unaudited.includes(id);

/** Adds an entry for each request that changed something. On a full disk, only the entry is lost, not the change. */
export function audit(storage: AuditStorage, log: Logger): Middleware {
  return async (ctx, next) => {
    await next();
    const change = ctx.status < 400 && !ctx.state.isUnchanged ? changeOf(ctx) : undefined;
    if (!change) return;
    const entry = { date: new Date().toISOString(), user: requireAccess(ctx).subject, ...change };
    await storage.add(entry).catch((error) => log.error({ error, entry }, 'An audit entry is not saved'));
  };
}

function changeOf({ state, params, body }: Context): Omit<AuditEntry, 'date' | 'user'> | undefined {
  const { operation } = state;
  if (!operation || !isAudited(operation)) return undefined;
  const { jti, id: createdId, name } = (body ?? {}) as { jti?: string; id?: unknown; name?: unknown };
  const kind = kindOf(operation.path);
  // The ID of a created item is in the response, not in the path. The name of a source includes its space.
  const ids = [...Object.values<string>(params), jti ?? createdId];
  const target = ids.slice(0, kind === 'source' ? 2 : 1).join('/');
  const tokenName = kind === 'token' && typeof name === 'string' ? { name } : {};
  return { action: actionOf(operation), kind, target, ...tokenName, operation: operation.id };
}

/** Derived from the path, so that a new operation has an entry without further code. */
function kindOf(path: string): AuditEntry['kind'] {
  if (path.startsWith('/api/tokens')) return 'token';
  if (path.startsWith('/api/configurations')) return 'configuration';
  return path.includes('/sources') ? 'source' : 'space';
}

function actionOf({ method, path }: Pick<Operation, 'method' | 'path'>): AuditEntry['action'] {
  if (method === 'post' && /(?:tokens|configurations|sources)$/.test(path)) return 'created';
  return method === 'delete' && /\{(?:jti|configId|source|space)\}$/.test(path) ? 'deleted' : 'changed';
}

export function auditRoutes(storage: AuditStorage): Router {
  return operationRoutes({
    listChanges(ctx) {
      const { start = 0, count = 50 } = parseQuery(LogParameters, ctx.query);
      return storage.read(start, count);
    },
  });
}
