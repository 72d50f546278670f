/** What writing a document costs the nodes: by copies, and by shards, since all of them open what was written anew after each batch. */

import type { ClusterMeasurement } from '../measurements.ts';
import { fitCoefficients } from './least-squares.ts';

/** Milliseconds of processor time for one document. */
export interface WriteModel {
  fixed: number;
  perCopy: number;
  /** For each copy of each shard. */
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

/** Three copies are prediction from one and two. */
export function validateWriteModel(all: readonly ClusterMeasurement[]) {
  const model = fitWriteModel(all.filter(({ replicas }) => replicas < 2));
  return all
    .filter(({ replicas }) => replicas >= 2)
    .map((each) => {
      const prediction = predictedWriteCost(model, each);
      return { ...each, prediction, error: prediction / each.writing.elsewhere - 1 };
    });
}
