/** Index versions of a space behind one alias, each built with one thesaurus. */

import { setTimeout as pause } from 'node:timers/promises';
import { BackendError } from '@semantic-search/engine/backend';
import { type Attributes, type Extractor, openExtractor } from '@semantic-search/engine/building-blocks';
import {
  deserializeThesaurus,
  emptyThesaurus,
  type IndexedThesaurus,
  type QueryOptions,
} from '@semantic-search/query';
import type { TermDictionary } from '@semantic-search/query/terms';
import { LRUCache } from 'lru-cache';
import { type Cluster, changeState, ignoreAlreadyExists, type SearchResponse } from '../cluster/cluster.ts';
import { buildAlias, writeAlias } from '../cluster/index-aliases.ts';
import { indexTemplate, LAYOUT_VERSION, type Layout } from '../cluster/index-template.ts';
import { type ActiveIndex, findActiveIndex, type IndexMetadata } from './active-index.ts';
import { type SharedTermDictionary, sharedTermDictionary } from './term-statistics.ts';
import { thesaurusBytes } from './thesaurus-store.ts';

const DEFAULT_MAX_FACET_VALUES = 500_000;

export interface IndexVersion {
  /** Concrete index, not the alias, so that a query uses matching thesaurus and documents. */
  index: string;
  attributes: Attributes;
  /** All words that ever occurred in a document; grows. */
  termDictionary: TermDictionary;
  thesaurus: IndexedThesaurus;
  extractor: Extractor;
  /** Results shared by the queries of one version, so for about half a second under load (`FRESH_MS`). */
  cache: Map<string, Promise<unknown>>;
  /** With a single shard, the top values of a facet are exact. */
  shards: number;
  /** Maximum number of values of one facet; counting more takes too long. */
  maxFacetValues: number;
  queryOptions: QueryOptions;
}

/** Index version, cluster and abort signal of a query. */
export interface QueryTarget {
  indexVersion: IndexVersion;
  /** True if the cluster shows only some of the documents. */
  isScoped?: boolean;
  cluster: Cluster;
  signal: AbortSignal | undefined;
}

/** Searches the documents of the index version. */
export function searchDocuments<Source>(
  { indexVersion, cluster, signal }: QueryTarget,
  body: object,
): Promise<SearchResponse<Source>> {
  return cluster.search(`/${indexVersion.index}/_search`, body, signal);
}

/** Memoizes a request per index version. It is shared, so it has no abort signal; failures are not cached. */
export function memoize<Value>(
  target: QueryTarget,
  key: string,
  load: (target: QueryTarget) => Promise<Value>,
): Promise<Value> {
  const { cache } = target.indexVersion;
  const cached = cache.get(key) as Promise<Value> | undefined;
  if (cached) return cached;
  const value = load({ ...target, signal: undefined });
  cache.set(key, value);
  value.catch(() => cache.delete(key));
  return value;
}

export interface IndexVersions {
  alias: string;
  /** Connection with read permission, for queries. */
  cluster: Cluster;
  /** Connection with write permission and its own bulkhead, so that writes do not block queries. */
  writing: Cluster;
  words: SharedTermDictionary;
  /** Undefined if the space does not exist. */
  activeIndex(): Promise<ActiveIndex | undefined>;
  /** Active version; undefined if the space does not exist. Rejects with `outdated` if it must be reindexed. */
  current(): Promise<IndexVersion | undefined>;
  /** Active version. Rejects with `unknown-space` if the space does not exist. */
  require(): Promise<IndexVersion>;
  /** Creates the space if it does not exist. */
  createFirst(): Promise<void>;
  /** Name of a new index; names are in ascending order. */
  newIndexName(): string;
  /** Creates an inactive index, whose thesaurus has this number of parts. */
  createInactive(name: string, parts: number): Promise<void>;
  /** Replicas of new indices. */
  replicas: string;
  /** Discards the cached version; the next query looks it up. */
  invalidate(): void;
}

/** For this long, a version is used without a look-up. */
const FRESH_MS = 500;
/** How long a query waits for a new version before it uses the previous one. */
const MAX_RELOAD_WAIT_MS = 500;

interface IndexVersionsOptions extends Pick<IndexVersions, 'alias' | 'cluster' | 'writing'> {
  layout: Layout;
  queryOptions: QueryOptions;
  maxFacetValues: number | undefined;
}

export function openIndexVersions({
  alias,
  cluster,
  writing,
  layout,
  queryOptions,
  maxFacetValues = DEFAULT_MAX_FACET_VALUES,
}: IndexVersionsOptions): IndexVersions {
  const words = sharedTermDictionary(alias, { cluster, writing }, layout.replicas);
  /** By index. Concurrent requests share one load, because it is expensive. */
  const thesauri = new LRUCache<string, Pick<IndexVersion, 'thesaurus' | 'extractor'>, ActiveIndex>({
    max: 1,
    ignoreFetchAbort: true,
    async fetchMethod(_index, _previous, { context: active }) {
      const record = await thesaurusBytes({ alias, ...active }, cluster);
      const thesaurus = record ? deserializeThesaurus(record) : emptyThesaurus();
      return { thesaurus, extractor: openExtractor(thesaurus.thesaurus, thesaurus.conceptMatcher) };
    },
  });

  async function open(active: ActiveIndex): Promise<IndexVersion> {
    const { index, attributes } = active;
    if (active.layout !== LAYOUT_VERSION || active.words === undefined) {
      throw new BackendError(
        'outdated',
        `The index ${index} does not have the layout version ${LAYOUT_VERSION}.`,
      );
    }
    const [thesaurus, termDictionary] = await Promise.all([
      thesauri.forceFetch(index, { context: active }),
      words.load(active.words),
    ]);
    const { shards } = layout;
    const cache = new Map();
    return { index, attributes, termDictionary, ...thesaurus, cache, shards, maxFacetValues, queryOptions };
  }

  const findActive = () => findActiveIndex(alias, words.index, cluster);
  /**
   * While the cluster fails or hangs, queries go on with the previous version: it only affects how a query is read, and the
   * search itself reports the failure.
   */
  const versions = new LRUCache<number, { active: ActiveIndex; indexVersion: IndexVersion }>({
    max: 1,
    ttl: FRESH_MS,
    ignoreFetchAbort: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod() {
      const active = await findActive();
      return active && { active, indexVersion: await open(active) };
    },
  });
  /** Key in the cache. Queries that wait for an earlier generation still get it. */
  let generation = 0;

  async function current(): Promise<IndexVersion | undefined> {
    const previous = versions.peek(generation, { allowStale: true });
    const loaded = versions.fetch(generation);
    // The cache itself would hide the failure of the first load.
    if (!previous) return (await loaded)?.indexVersion;
    const waits = pause(MAX_RELOAD_WAIT_MS, previous, { ref: false });
    return (await Promise.race([loaded.catch(() => previous), waits]))?.indexVersion;
  }

  function invalidate(): void {
    generation += 1;
  }

  async function create(name: string, parts: number, aliases: string[]): Promise<void> {
    const template = indexTemplate(`${alias}-v-*`, layout);
    const meta: IndexMetadata = { layout: LAYOUT_VERSION, parts };
    const body = {
      mappings: { _meta: meta },
      aliases: Object.fromEntries(aliases.map((each) => [each, {}])),
    };
    await words.create();
    await changeState(writing, { method: 'PUT', path: `/_index_template/${alias}`, body: template });
    // After a lost response, the failover to another node may find the index already created.
    await ignoreAlreadyExists(changeState(writing, { method: 'PUT', path: `/${name}`, body }));
  }

  return {
    alias,
    cluster,
    writing,
    words,
    replicas: layout.replicas,
    activeIndex: async () => versions.peek(generation)?.active ?? findActive(),
    current,
    invalidate,
    async require() {
      const indexVersion = await current();
      if (!indexVersion) throw new BackendError('unknown-space', `There is no index ${alias}.`);
      return indexVersion;
    },
    async createFirst() {
      // Fixed name, so that concurrent processes create the same index.
      const first = `${alias}-v-first`;
      await create(first, 0, [alias, writeAlias(first)]);
      invalidate();
    },
    newIndexName: () => `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`,
    createInactive: (name, parts) => create(name, parts, [buildAlias(name)]),
  };
}
