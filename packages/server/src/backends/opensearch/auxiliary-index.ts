/** Indices that stand beside that of the documents: small, in one shard, with as many copies as the documents have. */
import type { Cluster } from './cluster.ts';
import { unlessThere } from './ignorable-errors.ts';
import { expandedTo } from './index-template.ts';
import { longestAgreement } from './node-pool.ts';

/** Makes it where there is none; one that is there gets the copies that are wanted now. */
export async function makeBeside(
  index: string,
  mappings: object,
  replicas: string,
  cluster: Cluster,
): Promise<void> {
  const copies = { 'index.auto_expand_replicas': expandedTo(replicas) };
  const longest = longestAgreement;
  const body = { settings: { number_of_shards: 1, ...copies }, mappings };
  const isNew = await unlessThere(cluster.call({ method: 'PUT', path: `/${index}`, body, longest }));
  if (!isNew) await cluster.call({ method: 'PUT', path: `/${index}/_settings`, body: copies, longest });
}
