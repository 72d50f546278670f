/**
 * Thesaurus changes: each reindexes into a new index version, then switches the alias.
 *
 * Queries use the old version until then; writes wait, because it is write-blocked. If the process dies in between, this
 * state remains until the next replacement, which removes the unfinished index.
 */

import { changeThesaurusInWorker } from '@semantic-search/engine';
import { BackendError, type ThesaurusOperations } from '@semantic-search/engine/backend';
import { openExtractor } from '@semantic-search/engine/building-blocks';
import {
  deserializeThesaurus,
  parseThesaurus,
  replacesAllParts,
  thesaurusParts,
} from '@semantic-search/query';
import { bulk, refresh } from '../cluster/bulk.ts';
import { type Cluster, changeAliases, changeState, ignoreNotFound } from '../cluster/cluster.ts';
import {
  abandonedIndices,
  buildAlias,
  bulkPath,
  removeVersion,
  switchAlias,
} from '../cluster/index-aliases.ts';
import type { IndexVersion, IndexVersions } from '../indices/index-versions.ts';
import { partsOf, storeThesaurus, thesaurusBytes } from '../indices/thesaurus-store.ts';
import { scrollDocuments } from './scroll-documents.ts';
import { indexOperations } from './write-documents.ts';

export function thesaurusWriter(indexVersions: IndexVersions): ThesaurusOperations {
  /** Name and thesaurus of the active index, as the basis of a change. */
  async function current(): Promise<{ old: string; record: Uint8Array | undefined }> {
    const { alias, writing } = indexVersions;
    indexVersions.invalidate();
    const active = await indexVersions.activeIndex();
    if (!active) throw new BackendError('unknown-space', `There is no index ${alias}.`);
    return { old: active.index, record: await thesaurusBytes({ alias, ...active }, writing) };
  }

  let latest: Promise<unknown> = Promise.resolve();

  /** Changes of this process run one after another. Of two concurrent ones in different processes, one fails. */
  function inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const next = latest.then(change, change);
    latest = next.catch(() => undefined);
    return next;
  }

  return {
    async replaceThesaurus(content, mediaType, part) {
      const { record, report } = await parseThesaurus(content, mediaType, part);
      return inTurn(async () => {
        const { old, record: previous } = await current();
        const isNew = !previous || replacesAllParts(mediaType, part);
        const changed = isNew ? record : await changeThesaurusInWorker(previous, { record });
        await useThesaurus(changed, old, indexVersions);
        return report;
      });
    },
    removeThesaurus: (part) =>
      inTurn(async () => {
        const { old, record } = await current();
        if (!thesaurusParts(record).some(({ name }) => name === part)) return false;
        await useThesaurus(await changeThesaurusInWorker(record, { removed: part }), old, indexVersions);
        return true;
      }),
    thesauri: async () => thesaurusParts((await current()).record),
  };
}

/** Fails if another process has changed the thesaurus since `old`, so that no change is lost. */
async function useThesaurus(record: Uint8Array, old: string, indexVersions: IndexVersions): Promise<void> {
  const { alias, writing: cluster } = indexVersions;
  const copy = { alias, index: indexVersions.newIndexName(), parts: partsOf(record) };
  const { index } = copy;
  await indexVersions.createInactive(index, copy.parts);
  const thesaurus = deserializeThesaurus(record);
  const extractor = openExtractor(thesaurus.thesaurus, thesaurus.conceptMatcher);
  await removeAbandonedIndices(alias, index, cluster);
  try {
    await storeThesaurus(copy, record, indexVersions);
    await blockWrites(old, cluster);
    await copyDocuments(old, { index, thesaurus, extractor }, indexVersions);
    await switchAlias(alias, old, index, cluster);
  } catch (error) {
    await rollBack(alias, { from: old, to: index }, cluster);
    throw error;
  }
  indexVersions.invalidate();
  await removeVersion(alias, old, cluster);
}

/**
 * Removes indices of earlier replacements, which have died or now fail. Of two concurrent replacements, the one with the
 * greater index name survives.
 */
async function removeAbandonedIndices(alias: string, own: string, cluster: Cluster): Promise<void> {
  const { unfinished, unreferenced } = await abandonedIndices(alias, cluster);
  for (const index of unfinished) if (index < own) await removeUnfinished(alias, index, cluster);
  for (const index of unreferenced) await removeVersion(alias, index, cluster);
}

/** Removes the new index, and unblocks writes unless another replacement is running. */
async function rollBack(
  alias: string,
  { from, to }: { from: string; to: string },
  cluster: Cluster,
): Promise<void> {
  const isOwn = await removeUnfinished(alias, to, cluster);
  const { unfinished, unreferenced } = await abandonedIndices(alias, cluster);
  if (isOwn && unfinished.length === 0) await ignoreNotFound(allowWrites(from, cluster));
  // If another replacement has removed the new index, its thesaurus may be left.
  for (const index of unreferenced) await removeVersion(alias, index, cluster);
}

/**
 * Deletes an unfinished index; resolves to false if it is finished or gone. Removes its build alias first, which fails if
 * the index is active. Without this alias, a delayed switch can no longer activate the index.
 */
async function removeUnfinished(alias: string, index: string, cluster: Cluster): Promise<boolean> {
  const actions = [{ remove: { index, alias: buildAlias(index), must_exist: true } }];
  const isRemoved = (await ignoreNotFound(changeAliases(actions, cluster))) !== undefined;
  if (isRemoved) await removeVersion(alias, index, cluster);
  return isRemoved;
}

/** Resolves when all accepted writes are complete, so that the copy does not miss any. */
async function blockWrites(index: string, cluster: Cluster): Promise<void> {
  await changeState(cluster, { method: 'PUT', path: `/${index}/_block/write` });
}

async function allowWrites(index: string, cluster: Cluster): Promise<void> {
  const body = { 'index.blocks.write': null };
  await changeState(cluster, { method: 'PUT', path: `/${index}/_settings`, body });
}

async function copyDocuments(
  from: string,
  to: Pick<IndexVersion, 'index' | 'thesaurus' | 'extractor'>,
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
