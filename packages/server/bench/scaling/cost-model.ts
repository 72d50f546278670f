/**
 * What a search costs a cluster: something once, something for each shard, and something for each document, since facets
 * are counted over all that match, and what matches grows with what there is.
 */
import type { ClusterMeasurement } from './measurements.ts';

/** Milliseconds of processor time. */
export interface CostModel {
  fixed: number;
  perShard: number;
  perDocument: number;
}

export interface Point {
  documents: number;
  shards: number;
  /** Milliseconds of processor time of all nodes. */
  cost: number;
}

export function predicted(model: CostModel, { documents, shards }: Omit<Point, 'cost'>): number {
  return model.fixed + model.perShard * shards + model.perDocument * documents;
}

/**
 * By least squares of relative errors. A part that would be less than nothing is nothing: then the others are fitted
 * alone. Throws where the points do not tell the parts apart.
 */
export function fitted(points: readonly Point[]): CostModel {
  const names = ['fixed', 'perShard', 'perDocument'] as const;
  let free = [0, 1, 2];
  for (;;) {
    // Divided by the cost, an error of a tenth counts the same for all.
    const rows = points.map(({ documents, shards, cost }) => {
      const parts = [1, shards, documents];
      return { parts: free.map((i) => parts[i]! / cost), is: 1 };
    });
    const found = leastSquares(rows);
    const least = found.indexOf(Math.min(...found));
    if (found[least]! >= 0) {
      const model = { fixed: 0, perShard: 0, perDocument: 0 };
      free.forEach((i, place) => {
        model[names[i]!] = found[place]!;
      });
      return model;
    }
    free = free.filter((_, place) => place !== least);
  }
}

/** The normal equations, by elimination with the largest pivot. */
function leastSquares(rows: { parts: number[]; is: number }[]): number[] {
  const size = rows[0]!.parts.length;
  const sum = (of: (row: { parts: number[]; is: number }) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (_, j) => sum(({ parts }) => parts[i]! * parts[j]!)),
    sum(({ parts, is }) => parts[i]! * is),
  ]);
  for (let column = 0; column < size; column += 1) {
    const below = matrix.slice(column).map((row) => Math.abs(row[column]!));
    const pivot = column + below.indexOf(Math.max(...below));
    [matrix[column], matrix[pivot]] = [matrix[pivot]!, matrix[column]!];
    const [row] = matrix.slice(column);
    if (Math.abs(row![column]!) < 1e-30)
      throw new Error('The points do not tell the parts of the cost apart.');
    matrix.forEach((other, i) => {
      if (i === column) return;
      const factor = other[column]! / row![column]!;
      other.forEach((_, j) => {
        other[j]! -= factor * row![j]!;
      });
    });
  }
  return matrix.map((row, i) => row[size]! / row[i]!);
}

/** The largest of each layout is held back, to see what the model says of it. */
export function heldBack(all: readonly ClusterMeasurement[]) {
  const layout = ({ nodes, shards, replicas }: ClusterMeasurement) => `${nodes} ${shards} ${replicas}`;
  const groups = [...Map.groupBy(all, layout).values()];
  const largest = (some: ClusterMeasurement[]) => Math.max(...some.map(({ documents }) => documents));
  const held = groups
    .filter((some) => some.length > 1)
    .map((some) => some.find(({ documents }) => documents === largest(some))!);
  return { held, kept: all.filter((each) => !held.includes(each)) };
}

export function pointOf({ documents, shards, costs }: ClusterMeasurement, of: string): Point {
  return { documents, shards, cost: costs[of]!.elsewhere };
}

/** The model from what was kept, beside what was measured of what was held back. */
export function checked(all: readonly ClusterMeasurement[], of: string) {
  const { held, kept } = heldBack(all);
  const model = fitted(kept.map((each) => pointOf(each, of)));
  return held.map((each) => {
    const point = pointOf(each, of);
    const foretold = predicted(model, point);
    return { ...point, nodes: each.nodes, foretold, error: foretold / point.cost - 1 };
  });
}
