/** Capacity model: shards, processors, nodes, copies, memory and network for a target load. */
import { type CostModel, predicted } from './cost-model.ts';
import { type HeapModel, predictedHeap } from './heap-model.ts';

export interface InstallationTarget {
  documents: number;
  /** Searches per second. */
  perSecond: number;
  /** Minimum number of copies of each shard. */
  leastCopies: number;
  /** Maximum mean processor time of one shard per search, in milliseconds. */
  longestShard: number;
  /** Target utilization of the processors, below 1 to keep queues short. */
  busy: number;
  /** Processors per node. */
  processors: number;
}

export interface Sizes {
  /** Bytes per document in one copy: total, and the part that searches read. */
  bytes: number;
  searchedBytes: number;
  /** Bytes of the response of one shard. */
  exchanged: number;
  /** Processor time of the server per search, in milliseconds. */
  server: number;
  heap: HeapModel;
  /** Non-heap memory of the Java virtual machine in bytes. */
  beside: number;
}

export interface Capacity {
  shards: number;
  documentsPerShard: number;
  /** Processor time of the cluster in seconds. */
  cpuPerSearch: number;
  cpuPerMillion: number;
  clusterProcessors: number;
  serverProcessors: number;
  nodes: number;
  /** Copies of each shard, so that every node has at least one shard. */
  copies: number;
  /** Disk size of all copies. */
  diskGb: number;
  /** File cache of all nodes for the data that searches read. */
  fileCacheGb: number;
  /** Used heap per node: for its shards, and for the shard responses that it coordinates concurrently. */
  heldHeapGb: number;
  gatheredHeapGb: number;
  /** Memory per node: twice the used heap, non-heap memory, and its share of the file cache. */
  memoryGb: number;
  /** Traffic between all nodes per second. */
  exchangedGb: number;
}

/** `hitRate` is the share of searches that do not reach the cluster. */
export function capacityFor(wish: InstallationTarget, model: CostModel, sizes: Sizes, hitRate = 0): Capacity {
  const { documents, perSecond, longestShard, busy } = wish;
  const ofShard = model.perShard + model.perShardElsewhere;
  const shards = Math.ceil(documents / Math.max(1, (longestShard - ofShard) / model.perDocument));
  const asked = perSecond * (1 - hitRate);
  // Nearly every shard is on another node than the coordinating one.
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
