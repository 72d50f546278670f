/**
 * What a search costs a cluster: something once, something for each shard, more for a shard on another node than the one
 * that is asked, and something for each document, since facets are counted over all that match, and what matches grows
 * with what there is. How many copies there are makes no difference: one of each shard is asked.
 */
import type { Layout } from '../layouts.ts';
import type { ClusterMeasurement } from '../measurements.ts';
import { fitCoefficients } from './least-squares.ts';

/** Milliseconds of processor time. */
export interface CostModel {
  fixed: number;
  perShard: number;
  /** On top, where the answer goes from one node to another. */
  perShardElsewhere: number;
  perDocument: number;
}

export type Place = Pick<Layout, 'nodes' | 'shards' | 'documents'>;

export interface Point extends Place {
  /** Milliseconds of processor time of all nodes. */
  cost: number;
}

/** Every node is asked in turn, and asks one of the copies of each shard, wherever it is. */
function partsIn({ nodes, shards, documents }: Place): number[] {
  return [1, shards, shards * (1 - 1 / nodes), documents];
}

export function predicted(model: CostModel, place: Place): number {
  const each = [model.fixed, model.perShard, model.perShardElsewhere, model.perDocument];
  return partsIn(place).reduce((sum, part, i) => sum + part * each[i]!, 0);
}

/** Throws where the points do not tell the parts apart. */
export function fitCostModel(points: readonly Point[]): CostModel {
  const parts = fitCoefficients(points.map((point) => ({ parts: partsIn(point), is: point.cost })));
  const [fixed, perShard, perShardElsewhere, perDocument] = parts as [number, number, number, number];
  return { fixed, perShard, perShardElsewhere, perDocument };
}

/** All layouts with several copies, and the most documents of each other, to see what the model says of them. */
export function splitHeldBack(all: readonly ClusterMeasurement[]) {
  const single = all.filter(({ replicas }) => replicas === 0);
  const groups = [...Map.groupBy(single, ({ nodes, shards }) => `${nodes} ${shards}`).values()];
  const largest = groups
    .filter((some) => some.length > 1)
    .map((some) => some.reduce((most, each) => (each.documents > most.documents ? each : most)));
  const isHeld = (each: ClusterMeasurement) => each.replicas > 0 || largest.includes(each);
  return { held: all.filter(isHeld), kept: all.filter((each) => !isHeld(each)) };
}

export function pointOf({ nodes, shards, documents, costs }: ClusterMeasurement, of: string): Point {
  return { nodes, shards, documents, cost: costs[of]!.elsewhere };
}

/** The model from what was kept, beside what was measured of what was held back. */
export function validateCostModel(all: readonly ClusterMeasurement[], of: string) {
  const { held, kept } = splitHeldBack(all);
  const model = fitCostModel(kept.map((each) => pointOf(each, of)));
  return held.map((each) => {
    const point = pointOf(each, of);
    const prediction = predicted(model, point);
    return { ...point, replicas: each.replicas, prediction, error: prediction / point.cost - 1 };
  });
}
