/** Target of a query: an index version, its cluster, and results that queries of this version share. */
import type { Attributes } from '@semantic-search/engine/building-blocks';
import type { QuerySettings } from '@semantic-search/query';
import { getOrInsert } from '@semantic-search/query/collections';
import type { TermDictionary } from '@semantic-search/query/terms';
import type { Cluster, SearchResponse } from '../cluster/cluster.ts';
import type { StoredThesaurus } from './thesaurus-store.ts';

/** Queries use a version for this time before they look it up again. */
export const FRESH_MS = 500;

export interface IndexVersion extends StoredThesaurus {
  /** Concrete index, not the alias, so that a query uses matching thesaurus and documents. */
  index: string;
  /** Number of chunks of the stored thesaurus. */
  chunks: number;
  attributes: Attributes;
  /** All words that ever occurred in a document; words are never removed. */
  termDictionary: TermDictionary;
  /** Results shared by all queries of a version, which live for `FRESH_MS` under load. */
  cache: Map<string, Promise<unknown>>;
  /** With a single shard, the top values of a facet are exact. */
  shards: number;
  querySettings: QuerySettings;
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
  parameters?: Record<string, boolean>,
): Promise<SearchResponse<Source>> {
  return cluster.search(`/${indexVersion.index}/_search`, body, signal, parameters);
}

/** Memoizes a request per index version. Queries share the request, so it has no abort signal; failures are not cached. */
export function memoize<Value>(
  target: QueryTarget,
  key: string,
  load: (target: QueryTarget) => Promise<Value>,
): Promise<Value> {
  const { cache } = target.indexVersion;
  return getOrInsert(cache, key, () => {
    const value = load({ ...target, signal: undefined });
    value.catch(() => cache.delete(key));
    return value;
  }) as Promise<Value>;
}
