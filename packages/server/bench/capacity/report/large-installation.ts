/** Forecast of a large installation by the cost model: required capacity for each caching scenario. */

import type { Measurements } from '../measurements.ts';
import { hitRate, type QueryDistribution, repeatedShare, topQueriesShare } from '../model/caching.ts';
import { type Capacity, capacityFor, type InstallationTarget, type Sizes } from '../model/capacity.ts';
import type { CostModel } from '../model/cost-model.ts';
import { fitHeapModel } from '../model/heap-model.ts';
import { largestOf, largestSpread } from './largest.ts';

export const TARGET: InstallationTarget = {
  documents: 100e6,
  perSecond: 10_000,
  leastCopies: 2,
  longestShard: 250,
  busy: 0.6,
  processors: 32,
};

/** Assumed, not measured: published query logs of libraries and of the web have similar exponents. */
export const QUERY_DISTRIBUTION: QueryDistribution = { questions: 10e6, exponent: 0.9 };

/** Shard request cache: share of the heap (`indices.requests.cache.size`), and seconds between two writes. */
export const REQUEST_CACHE = { share: 0.01, seconds: 60 };

export interface CachingScenario {
  name: string;
  /** Hit rate of the cache, and share of the processor time that it saves. */
  found: number;
  saved: number;
  capacity: Capacity;
}

export function sizesOf({ clusters, memory }: Measurements): Sizes {
  const { bytes, searchedBytes, documents, costs } = largestOf(clusters);
  const { exchanged, shards, nodes } = largestSpread(clusters);
  return {
    bytes: bytes / documents,
    searchedBytes: searchedBytes / documents,
    exchanged: exchanged / (shards * (1 - 1 / nodes)),
    server: costs.all!.here,
    heap: fitHeapModel(memory.filling),
    beside: Math.max(...memory.searched.map(({ beside }) => beside)),
  };
}

export function cachingScenarios(measurements: Measurements, model: CostModel): CachingScenario[] {
  const sizes = sizesOf(measurements);
  const { perSecond } = TARGET;
  const way = (name: string, found: number, saved = found): CachingScenario => {
    return { name, found, saved, capacity: capacityFor(TARGET, model, sizes, saved) };
  };
  const first = way('without caching', 0);
  const alone = perSecond / first.capacity.serverProcessors;
  const inNodes = foundInNodes(measurements, first.capacity);
  return [
    first,
    way(
      'requests of each server coalesced while in flight (half a second), as implemented',
      hitRate(QUERY_DISTRIBUTION, alone, 0.5),
    ),
    way(
      `shard request cache of the nodes, invalidated every ${REQUEST_CACHE.seconds} s`,
      inNodes,
      inNodes * savedByNode(model, first.capacity),
    ),
    way('response cache in front of the servers, 1 minute', hitRate(QUERY_DISTRIBUTION, perSecond, 60)),
    way('response cache in front of the servers, 1 hour', hitRate(QUERY_DISTRIBUTION, perSecond, 3600)),
  ];
}

/** Each copy gets an equal share of the searches and caches as many responses as fit. */
function foundInNodes({ repeating }: Measurements, { copies, shards, nodes, ...of }: Capacity): number {
  const heap = 2e9 * (of.heldHeapGb + of.gatheredHeapGb);
  const answers = (REQUEST_CACHE.share * heap * nodes) / (shards * copies) / repeating.kept.bytes;
  const again = repeatedShare(QUERY_DISTRIBUTION, (TARGET.perSecond * REQUEST_CACHE.seconds) / copies);
  return Math.min(again, topQueriesShare(QUERY_DISTRIBUTION, answers));
}

/** Share of processor time that a node saves per hit: the counting. Gathering and fetching remain. */
function savedByNode({ perDocument }: CostModel, { cpuPerSearch }: Capacity): number {
  return (perDocument * TARGET.documents) / 1000 / cpuPerSearch;
}
