/**
 * Linear cost model of a search in a cluster: fixed, per shard, per remote shard, per document.
 *
 * Facets are counted over all matches, whose number grows with the documents. The number of copies does not matter,
 * because a search uses one copy of each shard.
 */
import type { Layout } from '../layouts.ts';
import type { ClusterMeasurement } from '../measurements.ts';
import { fitCoefficients } from './least-squares.ts';

/** Milliseconds of processor time. */
export interface CostModel {
  fixed: number;
  perShard: number;
  /** Additional cost of a shard on another node than the coordinating one. */
  perShardElsewhere: number;
  perDocument: number;
}

export type Place = Pick<Layout, 'nodes' | 'shards' | 'documents'>;

export interface Point extends Place {
  /** Milliseconds of processor time of all nodes. */
  cost: number;
}

/** Regressors. Coordinating nodes alternate, so 1 − 1/n of the shards are remote. */
function partsIn({ nodes, shards, documents }: Place): number[] {
  return [1, shards, shards * (1 - 1 / nodes), documents];
}

export function predicted(model: CostModel, place: Place): number {
  const each = [model.fixed, model.perShard, model.perShardElsewhere, model.perDocument];
  return partsIn(place).reduce((sum, part, i) => sum + part * each[i]!, 0);
}

/** Throws if the points do not determine the coefficients. */
export function fitCostModel(points: readonly Point[]): CostModel {
  const parts = fitCoefficients(points.map((point) => ({ parts: partsIn(point), is: point.cost })));
  const [fixed, perShard, perShardElsewhere, perDocument] = parts as [number, number, number, number];
  return { fixed, perShard, perShardElsewhere, perDocument };
}

/** Validation set: all layouts with several copies, and the largest number of documents of each other layout. */
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

/** Fits the model to the training set and compares its predictions with the validation set. */
export function validateCostModel(all: readonly ClusterMeasurement[], of: string) {
  const { held, kept } = splitHeldBack(all);
  const model = fitCostModel(kept.map((each) => pointOf(each, of)));
  return held.map((each) => {
    const point = pointOf(each, of);
    const prediction = predicted(model, point);
    return { ...point, replicas: each.replicas, prediction, error: prediction / point.cost - 1 };
  });
}
