/** Clusters of one node, one per worker, that the tests of backends share, because a node takes seconds to start. */
import type { TestProject } from 'vitest/node';
import { missingCluster, startCluster } from './cluster.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster of each worker; none if no cluster can be started. */
    clusterUrls: string[];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<unknown>> {
  const isMissing = (await missingCluster()) !== undefined;
  const count = isMissing ? 0 : project.config.maxWorkers;
  const clusters = await Promise.all(Array.from({ length: count }, () => startCluster(1, {}, [])));
  project.provide(
    'clusterUrls',
    clusters.map(({ url }) => url.href),
  );
  return () => Promise.all(clusters.map(({ close }) => close()));
}
