/** From the cost of a search to a cluster: shards, processors and memory for so many documents and searches. */
import { type CostModel, predicted } from './cost-model.ts';

export interface Wish {
  documents: number;
  /** Searches a second that people ask. */
  perSecond: number;
  /** Copies of each shard beyond the first. */
  replicas: number;
  /** The longest that a shard may work on a search, mean, in milliseconds of one processor. */
  longestShard: number;
  /** The share of the processors' time that is used, so that lines stay short. */
  busy: number;
  /** The share of searches that are not asked of the cluster. */
  hitRate: number;
}

export interface Sizes {
  /** Of one copy, for one document: all, and what searches read for every match. */
  bytes: number;
  searchedBytes: number;
  /** Milliseconds of processor time of a server for a search. */
  server: number;
}

export interface Capacity {
  shards: number;
  documentsPerShard: number;
  /** Seconds of processor time of the cluster. */
  cpuPerSearch: number;
  cpuPerMillion: number;
  clusterProcessors: number;
  serverProcessors: number;
  /** Gigabytes of all copies. */
  diskGb: number;
  /** That the systems of the nodes need to keep what searches read, beside the heaps. */
  fileCacheGb: number;
}

export function capacityFor(wish: Wish, model: CostModel, sizes: Sizes): Capacity {
  const { documents, perSecond, replicas, longestShard, busy, hitRate } = wish;
  const perShard = Math.max(1, (longestShard - model.perShard) / model.perDocument);
  const shards = Math.ceil(documents / perShard);
  const cpuPerSearch = predicted(model, { documents, shards }) / 1000;
  const asked = perSecond * (1 - hitRate);
  const copies = documents * (1 + replicas);
  return {
    shards,
    documentsPerShard: Math.round(documents / shards),
    cpuPerSearch,
    cpuPerMillion: cpuPerSearch * 1e6,
    clusterProcessors: Math.ceil((asked * cpuPerSearch) / busy),
    serverProcessors: Math.ceil((perSecond * sizes.server) / 1000 / busy),
    diskGb: (copies * sizes.bytes) / 1e9,
    fileCacheGb: (copies * sizes.searchedBytes) / 1e9,
  };
}
