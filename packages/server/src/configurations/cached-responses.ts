/** The reads of configurations whose answers lie ready: who may read what, by the path. */
import { defaultSettings } from '@semantic-search/contract';
import type { Access, RequiredPermission } from '../auth/permission.ts';
import { ProblemError } from '../errors.ts';
import type { TaggedResponse } from '../http/conditional-requests.ts';
import type { StoredConfiguration } from './reducer.ts';
import { type ConfigurationStore, MAX_CONFIGURATION_ID, unknownConfiguration } from './store.ts';
import { cachedViews, present, presentList } from './view.ts';

export interface CachedResponse {
  /** The pattern of its path. */
  route: string;
  wish: RequiredPermission;
  /** Undefined when there is nothing to read. */
  find(access: Access): TaggedResponse | undefined;
  /** Then. */
  absence(): ProblemError;
}

export interface CachedResponses {
  list: CachedResponse;
  active: CachedResponse;
  standard: CachedResponse;
  visible: CachedResponse;
  one(id: number): CachedResponse;
  /** Of that very path; undefined also while many are yet to be presented, which takes long. */
  at(path: string): CachedResponse | undefined;
}

const root = '/api/configurations';
const defaults = present({ config: defaultSettings });

export function cachedResponses(store: ConfigurationStore): CachedResponses {
  const list = remembered(store, () => presentList(store.activeId, store.list()));
  const visible = remembered(store, () => presentList(store.activeId, visibleOf(store.list())));
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

function ofAll(path: string, find: CachedResponse['find']): CachedResponse {
  return {
    route: root + path,
    wish: { scope: 'configurations:read' },
    find,
    absence: () => new ProblemError('not-found', 'No configuration is active.'),
  };
}

function ofOne(id: number, store: ConfigurationStore): CachedResponse {
  return {
    route: `${root}/:configId`,
    wish: { scope: 'configurations:read', configuration: id, rendering: true },
    find({ kind }) {
      const entry = store.find(id);
      if (!entry) return undefined;
      const views = cachedViews(entry);
      return kind === 'publishable' ? views.public : views.full;
    },
    absence: () => unknownConfiguration(id),
  };
}

/** The id of `/api/configurations/{configId}`. */
function idIn(path: string): number | undefined {
  const digits = /^\/api\/configurations\/([1-9]\d{0,9})$/.exec(path)?.[1];
  return digits !== undefined && Number(digits) <= MAX_CONFIGURATION_ID ? Number(digits) : undefined;
}

function* visibleOf(entries: Iterable<StoredConfiguration>): Iterable<StoredConfiguration> {
  for (const entry of entries) if (entry.config.visible) yield entry;
}

/** Whether all have been presented; looked at again only when something has changed. */
function readiness(store: ConfigurationStore): () => boolean {
  let number = -1;
  return () => {
    if (number === store.number) return true;
    for (const entry of store.list()) if (!cachedViews(entry).isReady) return false;
    number = store.number;
    return true;
  };
}

/** Made again only when something has changed. */
function remembered(store: ConfigurationStore, make: () => TaggedResponse): () => TaggedResponse {
  let [number, made] = [-1, null as TaggedResponse | null];
  return () => {
    if (made === null || number !== store.number) [number, made] = [store.number, make()];
    return made;
  };
}
