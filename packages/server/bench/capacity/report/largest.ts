/** Selection of reference layouts from the measurements. */

import type { ClusterMeasurement, EngineMeasurement } from '../measurements.ts';
import { about } from './markdown.ts';

/** Largest number of documents; ties prefer fewer shards, then fewer nodes. */
export function largestOf(clusters: readonly ClusterMeasurement[]): ClusterMeasurement {
  const order = clusters.toSorted(
    (a, b) => b.documents - a.documents || a.shards - b.shards || a.nodes - b.nodes,
  );
  if (!order[0]) throw new Error('measurements.json contains no clusters.');
  return order[0];
}

/** Layout with one copy of several shards on the most nodes; ties prefer more documents. */
export function largestSpread(clusters: readonly ClusterMeasurement[]): ClusterMeasurement {
  const spread = clusters.filter(({ shards, replicas }) => shards > 1 && replicas === 0);
  const [first] = spread.toSorted((a, b) => b.nodes - a.nodes || b.documents - a.documents);
  if (!first) throw new Error('measurements.json contains no layout with several shards.');
  return first;
}

export function classNames({ costs }: ClusterMeasurement): string[] {
  return Object.keys(costs).filter((name) => name !== 'all');
}

/** Cost of a cluster relative to the embedded engine with the same number of documents. */
export function engineComparison(
  clusters: readonly ClusterMeasurement[],
  embedded: readonly EngineMeasurement[],
): string[] {
  for (const one of embedded) {
    const same = clusters.filter(({ documents, shards }) => documents === one.documents && shards === 1);
    if (!same[0]) continue;
    const times = same[0].costs.all!.cpu.p50 / one.all.p50;
    return [
      `With ${one.documents.toLocaleString('en')} documents, a search in the cluster takes about ${about(times)} times the processor time of one in`,
      'the embedded engine: as long as one machine can hold the data, the embedded engine is the cheapest option.',
    ];
  }
  return [];
}
