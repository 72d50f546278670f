/** The cluster of this worker without indices, for tests that neither stop a node nor need settings of their own. */
import { inject } from 'vitest';
import type { RunningCluster } from './cluster.fixture.ts';
import './shared-clusters.ts';

export type EmptyCluster = Pick<RunningCluster, 'url'>;

/** Deletes what other files have left; the files of a worker run one after another. */
export async function emptyCluster(): Promise<EmptyCluster> {
  // Vitest numbers the workers that run at the same time from 1.
  const url = new URL(inject('clusterUrls')[Number(process.env.VITEST_POOL_ID) - 1]!);
  const { ok } = await fetch(new URL('/*?expand_wildcards=all', url), { method: 'DELETE' });
  if (!ok) throw new Error('The indices of the shared cluster could not be deleted.');
  return { url };
}
