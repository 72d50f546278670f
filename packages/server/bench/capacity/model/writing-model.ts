/** Linear cost model of writes by copies and shards; every shard is refreshed after each batch. */

import type { ClusterMeasurement } from '../measurements.ts';
import { fitCoefficients } from './least-squares.ts';

/** Processor time per document in milliseconds. */
export interface WriteModel {
  fixed: number;
  perCopy: number;
  /** Per copy of each shard. */
  perShard: number;
}

type Shape = Pick<ClusterMeasurement, 'shards' | 'replicas'>;

function partsIn({ shards, replicas }: Shape): number[] {
  return [1, 1 + replicas, shards * (1 + replicas)];
}

export function fitWriteModel(measured: readonly ClusterMeasurement[]): WriteModel {
  const sums = measured.map((each) => ({ parts: partsIn(each), is: each.writing.elsewhere }));
  const [fixed, perCopy, perShard] = fitCoefficients(sums) as [number, number, number];
  return { fixed, perCopy, perShard };
}

export function predictedWriteCost({ fixed, perCopy, perShard }: WriteModel, shape: Shape): number {
  const each = [fixed, perCopy, perShard];
  return partsIn(shape).reduce((sum, part, i) => sum + part * each[i]!, 0);
}

/** Fits the model to one and two copies and validates it with three. */
export function validateWriteModel(all: readonly ClusterMeasurement[]) {
  const model = fitWriteModel(all.filter(({ replicas }) => replicas < 2));
  return all
    .filter(({ replicas }) => replicas >= 2)
    .map((each) => {
      const prediction = predictedWriteCost(model, each);
      return { ...each, prediction, error: prediction / each.writing.elsewhere - 1 };
    });
}
