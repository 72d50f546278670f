/**
 * Aliases of a document index.
 *
 * Writes address an alias that only one index version ever has (`require_alias`). When that version is replaced, writes
 * in flight fail without effect.
 */
import type { Cluster } from './cluster.ts';

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
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_alias` });
  const all = Object.entries(found as Record<string, { aliases: object }>);
  const named = (isNamed: (index: string, aliases: object) => boolean) =>
    all.filter(([index, { aliases }]) => isNamed(index, aliases)).map(([index]) => index);
  return {
    unfinished: named((index, aliases) => buildAlias(index) in aliases),
    unreferenced: named((_, aliases) => Object.keys(aliases).length === 0),
  };
}
