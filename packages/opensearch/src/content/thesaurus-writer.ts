/**
 * Thesaurus changes: each reindexes into a new index version, then switches the alias.
 *
 * Until then, queries use the old version, and writes wait. After a crash, the next replacement removes the unfinished index.
 */
import { changeThesaurusInWorker } from '@semantic-search/engine';
import { BackendError, type ThesaurusOperations } from '@semantic-search/engine/backend';
import { parseThesaurus, thesaurusParts } from '@semantic-search/query';
import { bulk, refresh } from '../cluster/bulk.ts';
import { type Cluster, changeState, ignoreNotFound } from '../cluster/cluster.ts';
import {
  abandonedIndices,
  buildAlias,
  bulkPath,
  changeAliases,
  removeVersion,
  switchAlias,
} from '../cluster/index-aliases.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import {
  chunkCount,
  openStoredThesaurus,
  type StoredThesaurus,
  storeThesaurus,
  thesaurusBytes,
} from '../indices/thesaurus-store.ts';
import { indexOperations } from './document-writer.ts';
import { scrollDocuments } from './originals-reader.ts';

/** A change resolves when the new version is active. If the copy fails, the old version stays active. */
export function thesaurusWriter(indexVersions: IndexVersions): ThesaurusOperations {
  /** Name and thesaurus of the active index, as the basis of a change. */
  async function activeThesaurus() {
    const { alias, writing } = indexVersions;
    indexVersions.invalidate();
    const active = await indexVersions.activeIndex();
    if (!active) throw new BackendError('unknown-space', `There is no index ${alias}.`);
    return { index: active.index, record: await thesaurusBytes({ alias, ...active }, writing) };
  }

  let lastChange: Promise<unknown> = Promise.resolve();

  /** Runs the changes of this process one after another. Of two concurrent changes in different processes, one fails. */
  function runSerially<Result>(change: () => Promise<Result>): Promise<Result> {
    const result = lastChange.then(change, change);
    lastChange = result.catch(() => undefined);
    return result;
  }

  return {
    async replaceThesaurus(content, mediaType, part) {
      const { record, report } = await parseThesaurus(content, mediaType, part);
      return runSerially(async () => {
        const { index, record: previous } = await activeThesaurus();
        const changed = previous ? await changeThesaurusInWorker(previous, { record }) : record;
        await reindexWith(changed, index, indexVersions);
        return report;
      });
    },
    removeThesaurus: (part) =>
      runSerially(async () => {
        const { index, record } = await activeThesaurus();
        if (!thesaurusParts(record).some(({ name }) => name === part)) return false;
        await reindexWith(await changeThesaurusInWorker(record, { removed: part }), index, indexVersions);
        return true;
      }),
    thesauri: async () => thesaurusParts((await activeThesaurus()).record),
  };
}

/** Reindexes `source` with a thesaurus. Fails if another process replaces `source`, so that no change is lost. */
async function reindexWith(record: Uint8Array, source: string, indexVersions: IndexVersions): Promise<void> {
  const { alias, writing: cluster } = indexVersions;
  const chunks = chunkCount(record);
  const index = await indexVersions.createInactive(chunks);
  await removeLeftovers(alias, index, cluster);
  try {
    await storeThesaurus({ alias, index, chunks }, record, indexVersions);
    // Resolves when all accepted writes are complete, so that the copy does not miss any.
    await changeState(cluster, { method: 'PUT', path: `/${source}/_block/write` });
    await copyDocuments(source, { index, ...openStoredThesaurus(record) }, indexVersions);
    await switchAlias(alias, source, index, cluster);
  } catch (error) {
    await rollBack(alias, { from: source, to: index }, cluster).catch(() => undefined);
    throw error;
  }
  indexVersions.invalidate();
  await removeVersion(alias, source, cluster);
}

/** Removes the indices of failed replacements. Of two concurrent replacements, the one with the greater index name survives. */
async function removeLeftovers(alias: string, ownIndex: string, cluster: Cluster): Promise<void> {
  for (const { index, isUnfinished } of await abandonedIndices(alias, cluster)) {
    if (!isUnfinished) await removeVersion(alias, index, cluster);
    else if (index < ownIndex) await removeUnfinished(alias, index, cluster);
  }
}

/** Removes the new index and unblocks writes, unless another replacement is running. The next one removes what is left. */
async function rollBack(alias: string, { from, to }: { from: string; to: string }, cluster: Cluster) {
  const wasUnfinished = await removeUnfinished(alias, to, cluster);
  const abandoned = await abandonedIndices(alias, cluster);
  const isAnotherRunning = abandoned.some(({ isUnfinished }) => isUnfinished);
  const path = `/${from}/_settings`;
  const allowWrites = { method: 'PUT', path, body: { 'index.blocks.write': null } } as const;
  if (wasUnfinished && !isAnotherRunning) await ignoreNotFound(changeState(cluster, allowWrites));
  for (const { index, isUnfinished } of abandoned)
    if (!isUnfinished) await removeVersion(alias, index, cluster);
}

/**
 * Deletes an unfinished index; resolves to false if the index is active or gone. Removes the build alias first: without this
 * alias, a delayed switch can no longer activate the index.
 */
async function removeUnfinished(alias: string, index: string, cluster: Cluster): Promise<boolean> {
  const actions = [{ remove: { index, alias: buildAlias(index), must_exist: true } }];
  const isRemoved = (await ignoreNotFound(changeAliases(actions, cluster))) !== undefined;
  if (isRemoved) await removeVersion(alias, index, cluster);
  return isRemoved;
}

async function copyDocuments(
  from: string,
  to: StoredThesaurus & { index: string },
  indexVersions: IndexVersions,
): Promise<void> {
  const { writing: cluster, words } = indexVersions;
  const path = bulkPath(buildAlias(to.index));
  await refresh(from, cluster);
  for await (const writes of scrollDocuments(from, cluster)) {
    const outcomes = await bulk(await indexOperations(writes, to, indexVersions), path, cluster);
    const failed = outcomes.find(({ error }) => error);
    if (failed)
      throw new BackendError('server-error', `A document could not be copied: ${failed.error!.reason}`);
  }
  await refresh(`${to.index},${words.index}`, cluster);
}
