/** Linear model of the used heap of a node by shards and documents. */

import type { NodeMemory } from '../measure/node-memory.ts';
import { fitCoefficients } from './least-squares.ts';

export interface HeapModel {
  /** Bytes of an empty node, per shard and per document. */
  fixed: number;
  perShard: number;
  perDocument: number;
}

export function fitHeapModel(measured: readonly NodeMemory[]): HeapModel {
  const sums = measured.map(({ shards, documents, heap }) => ({ parts: [1, shards, documents], is: heap }));
  const [fixed, perShard, perDocument] = fitCoefficients(sums) as [number, number, number];
  return { fixed, perShard, perDocument };
}

export function predictedHeap(
  { fixed, perShard, perDocument }: HeapModel,
  shards: number,
  documents: number,
) {
  return fixed + perShard * shards + perDocument * documents;
}
