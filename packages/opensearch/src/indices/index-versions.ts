/** Index versions of a space behind one alias, each built with one thesaurus. */

import { setTimeout as pause } from 'node:timers/promises';
import { BackendError } from '@semantic-search/engine/backend';
import { type Attributes, type Extractor, openExtractor } from '@semantic-search/engine/building-blocks';
import { emptyThesaurus, type IndexedThesaurus, type QueryOptions } from '@semantic-search/query';
import type { TermDictionary } from '@semantic-search/query/terms';
import { type Cluster, changeState } from '../cluster/cluster.ts';
import { ignoreAlreadyExists } from '../cluster/ignorable-errors.ts';
import { buildAlias, writeAlias } from '../cluster/index-aliases.ts';
import { indexTemplate, LAYOUT_VERSION, type Layout } from '../cluster/index-template.ts';
import { type ActiveIndex, findActiveIndex, type IndexMetadata } from './active-index.ts';
import { type CountingLimits, DEFAULT_MAX_FACET_VALUES } from './field-values.ts';
import { type SharedTermDictionary, sharedTermDictionary } from './term-statistics.ts';
import {
  NO_THESAURUS,
  readThesaurusCopy,
  type ThesaurusCopy,
  type ThesaurusInUse,
} from './thesaurus-store.ts';

export interface IndexVersion {
  /** Concrete index, not the alias, so that a query uses matching thesaurus and documents. */
  index: string;
  attributes: Attributes;
  /** All words that ever occurred in a document; grows. */
  termDictionary: TermDictionary;
  thesaurus: IndexedThesaurus;
  extractor: Extractor;
  /** Cached results, valid for the lifetime of this object. */
  cache: Map<string, Promise<unknown>>;
  counting: CountingLimits;
  queryOptions: QueryOptions;
}

/** Index version, cluster and abort signal of a query. */
export interface QueryTarget {
  indexVersion: IndexVersion;
  cluster: Cluster;
  signal: AbortSignal | undefined;
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
  /** Creates an inactive index with this thesaurus. */
  createInactive(name: string, thesaurus: ThesaurusCopy): Promise<void>;
  /** Replicas of new indices. */
  replicas: string;
  /** Discards the cached version; the next query looks it up. */
  invalidate(): void;
}

const none: ThesaurusInUse = { copy: NO_THESAURUS, ...withExtractor(emptyThesaurus()) };

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
  maxFacetValues: maxValues = DEFAULT_MAX_FACET_VALUES,
}: IndexVersionsOptions): IndexVersions {
  const counting = { shards: layout.shards, maxValues };
  const words = sharedTermDictionary(alias, { cluster, writing }, layout.replicas);
  /** Concurrent requests share one load, because it is expensive. */
  let opened = { id: none.copy.id, inUse: Promise.resolve(none) };

  function thesaurusOf(copy: ThesaurusCopy): Promise<ThesaurusInUse> {
    if (copy.id === opened.id) return opened.inUse;
    const inUse =
      copy.id === ''
        ? Promise.resolve(none)
        : readThesaurusCopy(alias, copy, cluster).then(({ thesaurus }) => ({
            copy,
            ...withExtractor(thesaurus),
          }));
    const opening = { id: copy.id, inUse };
    opened = opening;
    // A failed load is not cached.
    inUse.catch(() => {
      if (opened === opening) opened = { id: none.copy.id, inUse: Promise.resolve(none) };
    });
    return inUse;
  }

  async function open(found: ActiveIndex): Promise<IndexVersion> {
    const { index, copy, attributes } = found;
    if (found.layout !== LAYOUT_VERSION || found.words === undefined) {
      throw new BackendError(
        'outdated',
        `The index ${index} does not have the layout version ${LAYOUT_VERSION}.`,
      );
    }
    const [{ thesaurus, extractor }, termDictionary] = await Promise.all([
      thesaurusOf(copy),
      words.load(found.words),
    ]);
    return {
      index,
      attributes,
      termDictionary,
      thesaurus,
      extractor,
      cache: new Map(),
      counting,
      queryOptions,
    };
  }

  const standing = () => findActiveIndex(alias, words.index, cluster);
  const latest = revalidated(async () => {
    const found = await standing();
    return found && { found, indexVersion: await open(found) };
  });

  async function current(): Promise<IndexVersion | undefined> {
    return (await latest.get())?.indexVersion;
  }

  async function make(name: string, copy: ThesaurusCopy, ...named: string[]): Promise<void> {
    const template = indexTemplate(`${alias}-v-*`, layout);
    const meta: IndexMetadata = { layout: LAYOUT_VERSION, thesaurus: copy };
    const aliases = Object.fromEntries(named.map((each) => [each, {}]));
    const body = { mappings: { _meta: meta }, aliases };
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
    activeIndex: async () => latest.peek()?.found ?? standing(),
    current,
    invalidate: latest.invalidate,
    async require() {
      const indexVersion = await current();
      if (!indexVersion) throw new BackendError('unknown-space', `There is no index ${alias}.`);
      return indexVersion;
    },
    async createFirst() {
      // Fixed name, so that concurrent processes create the same index.
      const first = `${alias}-v-first`;
      await make(first, NO_THESAURUS, alias, writeAlias(first));
      latest.invalidate();
    },
    newIndexName: () => `${alias}-v-${Date.now().toString(36)}-${crypto.randomUUID().slice(0, 8)}`,
    createInactive: (name, copy) => make(name, copy, buildAlias(name)),
  };
}

/** A younger value is returned without loading it again. */
const FRESH_MS = 500;
/** How long a query waits for a new value before it uses the previous one. */
const MAX_RELOAD_WAIT_MS = 500;

/**
 * Cached value. While the cluster fails or hangs, queries go on with the previous value: it only affects how a query is read,
 * and the search itself reports the failure.
 */
function revalidated<Value>(load: () => Promise<Value>) {
  let cached: { value: Value; since: number } | undefined;
  let loading: Promise<Value> | undefined;
  const isFresh = () => cached !== undefined && performance.now() - cached.since <= FRESH_MS;

  function reload(): Promise<Value> {
    const since = performance.now();
    const own = load();
    loading = own;
    own
      .then((value) => {
        if (loading === own) cached = { value, since };
      })
      .catch(() => undefined)
      .finally(() => {
        if (loading === own) loading = undefined;
      });
    return own;
  }

  return {
    async get(): Promise<Value> {
      if (cached && isFresh()) return cached.value;
      const reloaded = loading ?? reload();
      if (!cached) return reloaded;
      const { value } = cached;
      return Promise.race([reloaded.catch(() => value), pause(MAX_RELOAD_WAIT_MS, value, { ref: false })]);
    },
    peek: () => (isFresh() ? cached!.value : undefined),
    /** Only values that are loaded later count as fresh. */
    invalidate() {
      if (cached) cached.since = Number.NEGATIVE_INFINITY;
      loading = undefined;
    },
  };
}

function withExtractor(thesaurus: IndexedThesaurus) {
  return { thesaurus, extractor: openExtractor(thesaurus.thesaurus, thesaurus.conceptMatcher) };
}
