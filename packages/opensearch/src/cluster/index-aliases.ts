/**
 * Aliases of a document index.
 *
 * Writes address an alias that only one index version ever has (`require_alias`). When that version is replaced, writes
 * in flight fail without effect.
 */
import { type Cluster, changeAliases, changeState } from './cluster.ts';

/** Alias of an index that is still being built. */
export function buildAlias(index: string): string {
  return `${index}-next`;
}

/** Alias by which the active index accepts writes. */
export function writeAlias(index: string): string {
  return `${index}-taking`;
}

/** Path of bulk requests to an alias. */
export function bulkPath(alias: string): string {
  return `/${alias}/_bulk?require_alias=true`;
}

/** Indices that are unfinished (in progress or abandoned), and previous versions that were not deleted. */
export async function abandonedIndices(
  alias: string,
  cluster: Cluster,
): Promise<{ unfinished: string[]; unreferenced: string[] }> {
  const response = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_alias` });
  const all = Object.entries(response as Record<string, { aliases: object }>);
  const named = (isNamed: (index: string, aliases: object) => boolean) =>
    all.filter(([index, { aliases }]) => isNamed(index, aliases)).map(([index]) => index);
  return {
    unfinished: named((index, aliases) => buildAlias(index) in aliases),
    unreferenced: named((_, aliases) => Object.keys(aliases).length === 0),
  };
}

/** Moves the alias from one index version to another in one step. Fails if another process has switched the alias or deleted the new index. */
export async function switchAlias(alias: string, from: string, to: string, cluster: Cluster): Promise<void> {
  const actions = [
    { remove: { index: from, alias, must_exist: true } },
    { remove: { index: from, alias: writeAlias(from) } },
    { remove: { index: to, alias: buildAlias(to), must_exist: true } },
    { add: { index: to, alias } },
    { add: { index: to, alias: writeAlias(to) } },
  ];
  try {
    await changeAliases(actions, cluster);
  } catch (error) {
    // The switch may have succeeded with a lost response or an earlier attempt.
    if (!(await aliasPointsTo(alias, to, cluster))) throw error;
  }
}

async function aliasPointsTo(alias: string, index: string, cluster: Cluster): Promise<boolean> {
  const named = await changeState(cluster, { method: 'GET', path: `/${alias}/_alias` });
  return index in (named as object);
}
