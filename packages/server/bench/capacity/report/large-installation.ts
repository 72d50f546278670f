/** A large installation by the model: what it needs in each way of keeping answers, from what was measured. */

import type { Measurements } from '../measurements.ts';
import { type Asking, hitRate, mostAsked, repeated } from '../model/caching.ts';
import { type Capacity, capacityFor, type Sizes, type Wish } from '../model/capacity.ts';
import type { CostModel } from '../model/cost-model.ts';
import { heapModel } from '../model/heap-model.ts';
import { largestOf, largestSpread } from './largest.ts';

export const wish: Wish = {
  documents: 100e6,
  perSecond: 10_000,
  leastCopies: 2,
  longestShard: 250,
  busy: 0.6,
  processors: 32,
};

/** Not measured here: what is told of the questions of libraries and of the web lies around this. */
export const asking: Asking = { questions: 10e6, exponent: 0.9 };

/** Of its heap, what a node keeps answers in (`indices.requests.cache.size`), and between two changes, in seconds. */
export const keeping = { share: 0.01, seconds: 60 };

export interface Way {
  name: string;
  /** The share of searches that find an answer, and of their processor time that is saved. */
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
    heap: heapModel(memory.filling),
    beside: Math.max(...memory.searched.map(({ beside }) => beside)),
  };
}

export function ways(measurements: Measurements, model: CostModel): Way[] {
  const sizes = sizesOf(measurements);
  const { perSecond } = wish;
  const way = (name: string, found: number, saved = found): Way => {
    return { name, found, saved, capacity: capacityFor(wish, model, sizes, saved) };
  };
  const first = way('each search asked', 0);
  const alone = perSecond / first.capacity.serverProcessors;
  const inNodes = foundInNodes(measurements, first.capacity);
  return [
    first,
    way(
      'each asked once while it is under way (half a second) by each server alone, as it is',
      hitRate(asking, alone, 0.5),
    ),
    way(
      `kept by the nodes until something is written, each ${keeping.seconds} s`,
      inNodes,
      inNodes * savedByNode(model, first.capacity),
    ),
    way('answers kept for a minute, before the servers', hitRate(asking, perSecond, 60)),
    way('answers kept for an hour, before the servers', hitRate(asking, perSecond, 3600)),
  ];
}

/** Each copy is asked its part of the searches, and keeps what finds a place. */
function foundInNodes({ repeating }: Measurements, { copies, shards, nodes, ...of }: Capacity): number {
  const heap = 2e9 * (of.heldHeapGb + of.gatheredHeapGb);
  const answers = (keeping.share * heap * nodes) / (shards * copies) / repeating.kept.bytes;
  const again = repeated(asking, (wish.perSecond * keeping.seconds) / copies);
  return Math.min(again, mostAsked(asking, answers));
}

/** Of the processor time of a search, at least that for counting; for gathering and showing it is asked all the same. */
function savedByNode({ perDocument }: CostModel, { cpuPerSearch }: Capacity): number {
  return (perDocument * wish.documents) / 1000 / cpuPerSearch;
}
