/** The shared cluster without indices, for tests that neither stop a node nor need settings of their own. */
import { inject } from 'vitest';
import type { RunningCluster } from './cluster.fixture.ts';
import './shared-cluster.ts';

export type EmptyCluster = Pick<RunningCluster, 'url'>;

/** Deletes what other files have left; files run one after another. */
export async function emptyCluster(): Promise<EmptyCluster> {
  const url = new URL(inject('clusterUrl')!);
  const { ok } = await fetch(new URL('/*?expand_wildcards=all', url), { method: 'DELETE' });
  if (!ok) throw new Error('The indices of the shared cluster could not be deleted.');
  return { url };
}
