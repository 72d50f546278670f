/** Cluster of one node that the tests of backends share, because a node takes seconds to start. */
import type { TestProject } from 'vitest/node';
import { missingCluster, startCluster } from './cluster.fixture.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the cluster; undefined if none can be started. */
    clusterUrl: string | undefined;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ((await missingCluster()) !== undefined) return undefined;
  const cluster = await startCluster(1, {}, []);
  project.provide('clusterUrl', cluster.url.href);
  return cluster.close;
}
