/**
 * Aliases of an index of documents. Whoever writes names an alias that only this index ever has, and requires that it is
 * one: when the index is no longer in force, what is still on its way is written nowhere.
 */
import type { Cluster } from './cluster.ts';

/** The alias of an index that is not yet whole. */
export function halfMade(index: string): string {
  return `${index}-next`;
}

/** The alias by which an index in force takes documents. */
export function taking(index: string): string {
  return `${index}-taking`;
}

/** The path of bulk requests to this alias. */
export function bulkTo(alias: string): string {
  return `/${alias}/_bulk?require_alias=true`;
}

/** Indices that are being made, or were left unfinished, and those that are no longer in force though nobody removed them. */
export async function leftOver(
  alias: string,
  cluster: Cluster,
): Promise<{ halfMade: string[]; unnamed: string[] }> {
  const found = await cluster.call({ method: 'GET', path: `/${alias}-v-*/_alias` });
  const all = Object.entries(found as Record<string, { aliases: object }>);
  const named = (isNamed: (index: string, aliases: object) => boolean) =>
    all.filter(([index, { aliases }]) => isNamed(index, aliases)).map(([index]) => index);
  return {
    halfMade: named((index, aliases) => halfMade(index) in aliases),
    unnamed: named((_, aliases) => Object.keys(aliases).length === 0),
  };
}
