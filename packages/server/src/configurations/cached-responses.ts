/** Cached responses of configuration reads: served before routing, by exact path. */
import { defaultSettings } from '@semantic-search/contract';
import type { Context, Middleware } from 'koa';
import { type Access, authorize, type RequiredPermission } from '../auth/permission.ts';
import { ProblemError } from '../errors/problem.ts';
import { sendTagged, type TaggedResponse } from '../http/responses/conditional-requests.ts';
import { parsePositiveInt32 } from './configuration-id.ts';
import type { StoredConfiguration } from './reducer.ts';
import { type ConfigurationStore, unknownConfiguration } from './store.ts';
import { cachedViews, present, presentList } from './view.ts';

export interface CachedResponse {
  /** The pattern of its path. */
  route: string;
  permission: RequiredPermission;
  /** Undefined if the resource does not exist. */
  find(access: Access): TaggedResponse | undefined;
  /** The error if the resource does not exist. */
  absence(): ProblemError;
}

export interface CachedResponses {
  list: CachedResponse;
  active: CachedResponse;
  standard: CachedResponse;
  visible: CachedResponse;
  one(id: number): CachedResponse;
  /** The response at this path; undefined for other paths and for lists that first need many configurations presented. */
  at(path: string): CachedResponse | undefined;
}

const root = '/api/configurations';
const defaults = present({ config: defaultSettings });

export function cachedResponses(store: ConfigurationStore): CachedResponses {
  const list = memoized(store, () => presentList(store.activeId, store.list()));
  const visible = memoized(store, () => presentList(store.activeId, visibleOf(store.list())));
  const active = () => {
    const entry = store.activeId === null ? undefined : store.find(store.activeId);
    return entry && cachedViews(entry).full;
  };
  const reads = {
    list: ofAll('', list),
    active: ofAll('/active', active),
    standard: ofAll('/default', () => defaults),
    visible: ofAll('/visible', visible),
  };
  const byPath = new Map(Object.values(reads).map((read) => [read.route, read]));
  const lists: CachedResponse[] = [reads.list, reads.visible];
  const isReady = readiness(store);
  const one = (id: number) => ofOne(id, store);
  return {
    ...reads,
    one,
    at(path) {
      const id = idIn(path);
      if (id !== undefined) return one(id);
      const read = byPath.get(path);
      return read && (!lists.includes(read) || isReady()) ? read : undefined;
    },
  };
}

/** Middleware that serves cached responses; routing them would cost a quarter of the request. */
export function serveCached(reads: CachedResponses): Middleware {
  return (ctx, next) => {
    // Parameters change the response of `/default`.
    const read = ctx.method === 'GET' && ctx.querystring === '' ? reads.at(ctx.path) : undefined;
    if (!read) return next();
    (ctx as { _matchedRoute?: string })._matchedRoute = read.route;
    sendCached(ctx, read);
  };
}

/** Throws if the token does not permit the read or the resource does not exist. */
export function sendCached(ctx: Context, { permission, find, absence }: CachedResponse): void {
  const found = find(authorize(ctx, permission));
  if (!found) throw absence();
  sendTagged(ctx, found);
}

function ofAll(path: string, find: CachedResponse['find']): CachedResponse {
  return {
    route: root + path,
    permission: { scope: 'configurations:read' },
    find,
    absence: () => new ProblemError('not-found', 'No configuration is active.'),
  };
}

function ofOne(id: number, store: ConfigurationStore): CachedResponse {
  return {
    route: `${root}/:configId`,
    permission: { scope: 'configurations:read', configuration: id, rendering: true },
    find({ kind }) {
      const entry = store.find(id);
      if (!entry) return undefined;
      const views = cachedViews(entry);
      return kind === 'publishable' ? views.public : views.full;
    },
    absence: () => unknownConfiguration(id),
  };
}

/** The ID of `/api/configurations/{configId}`. */
function idIn(path: string): number | undefined {
  const text = /^\/api\/configurations\/(\d{1,10})$/.exec(path)?.[1];
  return parsePositiveInt32(text ?? '') ?? undefined;
}

function* visibleOf(entries: Iterable<StoredConfiguration>): Iterable<StoredConfiguration> {
  for (const entry of entries) if (entry.config.visible) yield entry;
}

/** Whether all configurations have been presented; checked again only after a change. */
function readiness(store: ConfigurationStore): () => boolean {
  let number = -1;
  return () => {
    if (number === store.number) return true;
    for (const entry of store.list()) if (!cachedViews(entry).isReady) return false;
    number = store.number;
    return true;
  };
}

/** Recomputed only after a change. */
function memoized(store: ConfigurationStore, make: () => TaggedResponse): () => TaggedResponse {
  let [number, response] = [-1, null as TaggedResponse | null];
  return () => {
    if (response === null || number !== store.number) [number, response] = [store.number, make()];
    return response;
  };
}
