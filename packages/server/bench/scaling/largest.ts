/** Picks from the measurements. */
import { about } from './markdown.ts';
import type { ClusterMeasurement, EngineMeasurement } from './measurements.ts';

/** The most documents in the fewest shards. */
export function largestOf(clusters: readonly ClusterMeasurement[]): ClusterMeasurement {
  const order = clusters.toSorted((a, b) => b.documents - a.documents || a.shards - b.shards);
  if (!order[0]) throw new Error('There are no measurements of clusters.');
  return order[0];
}

export function classNames({ costs }: ClusterMeasurement): string[] {
  return Object.keys(costs).filter((name) => name !== 'all');
}

/** How a cluster and the embedded engine compare where both had the same number of documents. */
export function missOf(
  clusters: readonly ClusterMeasurement[],
  embedded: readonly EngineMeasurement[],
): string[] {
  for (const one of embedded) {
    const same = clusters.filter(({ documents, shards }) => documents === one.documents && shards === 1);
    if (!same[0]) continue;
    const times = same[0].costs.all!.cpu.p50 / one.all.p50;
    return [
      `With ${one.documents.toLocaleString('en')} documents a search in the cluster takes about ${about(times)} times the processor time of one in`,
      'the embedded engine: as long as one machine holds everything, nothing else is as cheap.',
    ];
  }
  return [];
}
