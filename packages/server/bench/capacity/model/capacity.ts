/** From the cost of a search to a cluster: shards, processors, nodes, copies, memory and network for so many documents and searches. */
import { type CostModel, predicted } from './cost-model.ts';
import { type HeapModel, predictedHeap } from './heap-model.ts';

export interface InstallationTarget {
  documents: number;
  /** Searches a second that people ask. */
  perSecond: number;
  /** Of each shard, at least. */
  leastCopies: number;
  /** The longest that a shard may work on a search, mean, in milliseconds of one processor. */
  longestShard: number;
  /** The share of the processors' time that is used, so that lines stay short. */
  busy: number;
  /** Of one node. */
  processors: number;
}

export interface Sizes {
  /** Of one copy, for one document: all, and what searches read for every match. */
  bytes: number;
  searchedBytes: number;
  /** Of the answer of one shard, from node to node. */
  exchanged: number;
  /** Milliseconds of processor time of a server for a search. */
  server: number;
  heap: HeapModel;
  /** Bytes that the Java machine has beside its heap. */
  beside: number;
}

export interface Capacity {
  shards: number;
  documentsPerShard: number;
  /** Seconds of processor time of the cluster. */
  cpuPerSearch: number;
  cpuPerMillion: number;
  clusterProcessors: number;
  serverProcessors: number;
  nodes: number;
  /** Of each shard: with fewer, not every node would have one to work on. */
  copies: number;
  /** Gigabytes of all copies. */
  diskGb: number;
  /** That the systems of all nodes need to keep what searches read, beside the Java machines. */
  fileCacheGb: number;
  /** Of one node, in use: by what it holds, and by answers of shards that it gathers at a time. */
  heldHeapGb: number;
  gatheredHeapGb: number;
  /** Of one node: twice that heap, so that it is seldom collected, what is beside it, and its part of the file caches. */
  memoryGb: number;
  /** A second, between all nodes. */
  exchangedGb: number;
}

/** `hitRate` is the share of searches that are not asked of the cluster. */
export function capacityFor(wish: InstallationTarget, model: CostModel, sizes: Sizes, hitRate = 0): Capacity {
  const { documents, perSecond, longestShard, busy } = wish;
  const ofShard = model.perShard + model.perShardElsewhere;
  const shards = Math.ceil(documents / Math.max(1, (longestShard - ofShard) / model.perDocument));
  const asked = perSecond * (1 - hitRate);
  // Nearly every shard is on another node than the one that is asked.
  const everywhere = { nodes: Number.POSITIVE_INFINITY, shards, documents };
  const cpuPerSearch = predicted(model, everywhere) / 1000;
  const clusterProcessors = Math.ceil((asked * cpuPerSearch) / busy);
  const nodes = Math.max(wish.leastCopies, Math.ceil(clusterProcessors / wish.processors));
  const copies = Math.max(wish.leastCopies, Math.ceil(nodes / shards));
  const underWay = (asked * longestShard) / 1000 / (1 - busy);
  const held = predictedHeap(sizes.heap, (shards * copies) / nodes, (documents * copies) / nodes);
  const gathered = (underWay * shards * sizes.exchanged) / nodes;
  const cached = documents * copies * sizes.searchedBytes;
  return {
    shards,
    documentsPerShard: Math.round(documents / shards),
    cpuPerSearch,
    cpuPerMillion: cpuPerSearch * 1e6,
    clusterProcessors,
    serverProcessors: Math.ceil((perSecond * sizes.server) / 1000 / busy),
    nodes,
    copies,
    diskGb: (documents * copies * sizes.bytes) / 1e9,
    fileCacheGb: cached / 1e9,
    heldHeapGb: held / 1e9,
    gatheredHeapGb: gathered / 1e9,
    memoryGb: (2 * (held + gathered) + sizes.beside + cached / nodes) / 1e9,
    exchangedGb: (asked * shards * sizes.exchanged) / 1e9,
  };
}
