/** Auxiliary indices of a space (words, thesaurus): one shard, as many replicas as the document index. */
import { type Cluster, changeState } from './cluster.ts';
import { ignoreAlreadyExists } from './ignorable-errors.ts';
import { autoExpandReplicas } from './index-template.ts';

/** Creates the index if it does not exist; otherwise updates its number of replicas. */
export async function ensureAuxiliaryIndex(
  index: string,
  mappings: object,
  replicas: string,
  cluster: Cluster,
): Promise<void> {
  const copies = { 'index.auto_expand_replicas': autoExpandReplicas(replicas) };
  const body = { settings: { number_of_shards: 1, ...copies }, mappings };
  const isNew = await ignoreAlreadyExists(changeState(cluster, { method: 'PUT', path: `/${index}`, body }));
  if (!isNew) await changeState(cluster, { method: 'PUT', path: `/${index}/_settings`, body: copies });
}
