/** Aliases of document indices, and the indices that they lead to. */
import { type Cluster, changeState, removeIndices } from './cluster.ts';

/** Alias of an index that is still being built: the next version of the space. */
export function buildAlias(index: string): string {
  return `${index}-next`;
}

/** Alias by which only the active index accepts writes. Clusters store its name, so the suffix must not change. */
export function writeAlias(index: string): string {
  return `${index}-taking`;
}

/** Path of bulk requests to an alias. Writes in flight fail without effect if its index is replaced. */
export function bulkPath(alias: string): string {
  return `/${alias}/_bulk?require_alias=true`;
}

/** Index with the thesaurus of a document index, whose name is `<alias>-v-<version>`. */
export function thesaurusIndex(alias: string, index: string): string {
  return `${alias}-thesaurus-${index.slice(`${alias}-v-`.length)}`;
}

/** Document indices that no search uses: unfinished ones, even in progress; replaced ones; those that left only a thesaurus. */
export async function abandonedIndices(alias: string, cluster: Cluster) {
  const path = `/${alias}-v-*,${alias}-thesaurus-*/_alias`;
  const aliasesByIndex = (await cluster.call({ method: 'GET', path })) as Record<string, { aliases: object }>;
  const thesaurusPrefix = `${alias}-thesaurus-`;
  const documentIndices = Object.keys(aliasesByIndex).map((name) =>
    name.startsWith(thesaurusPrefix) ? `${alias}-v-${name.slice(thesaurusPrefix.length)}` : name,
  );
  return [...new Set(documentIndices)].flatMap((index) => {
    const aliases = Object.keys(aliasesByIndex[index]?.aliases ?? {});
    const isUnfinished = aliases.includes(buildAlias(index));
    return isUnfinished || aliases.length === 0 ? [{ index, isUnfinished }] : [];
  });
}

/** Deletes a document index and its thesaurus, if they exist. */
export function removeVersion(alias: string, index: string, cluster: Cluster): Promise<void> {
  return removeIndices(`${index},${thesaurusIndex(alias, index)}`, cluster);
}

/** Applies all actions or none. */
export function changeAliases(actions: object[], cluster: Cluster): Promise<unknown> {
  return changeState(cluster, { method: 'POST', path: '/_aliases', body: { actions } });
}

/** Moves the alias to another index version in one step. Fails if another process has moved it or deleted the new index. */
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
    // An earlier attempt may have succeeded, or the response to a successful switch was lost.
    const targets = await changeState(cluster, { method: 'GET', path: `/${alias}/_alias` });
    if (!(to in (targets as object))) throw error;
  }
}
