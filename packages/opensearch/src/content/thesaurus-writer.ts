/**
 * Thesaurus changes: each reindexes into a new index version, then switches the alias.
 *
 * Queries use the old version until then; writes wait, because it is write-blocked. If the process dies in between, this
 * state remains until the next replacement, which removes the unfinished index.
 */

import { changeThesaurusInWorker } from '@semantic-search/engine';
import { BackendError, type ThesaurusOperations } from '@semantic-search/engine/backend';
import { parseThesaurus, replacesAllParts, thesaurusParts } from '@semantic-search/query';
import { bulk, refresh } from '../cluster/bulk.ts';
import { type Cluster, changeAliases, changeState, ignoreNotFound } from '../cluster/cluster.ts';
import {
  abandonedIndices,
  buildAlias,
  bulkPath,
  removeVersion,
  switchAlias,
} from '../cluster/index-aliases.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import {
  partsOf,
  type ReadThesaurus,
  readThesaurus,
  storeThesaurus,
  thesaurusBytes,
} from '../indices/thesaurus-store.ts';
import { indexOperations } from './document-writer.ts';
import { scrollDocuments } from './originals-reader.ts';

export function thesaurusWriter(indexVersions: IndexVersions): ThesaurusOperations {
  /** Name and thesaurus of the active index, as the basis of a change. */
  async function current() {
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
  const parts = partsOf(record);
  const index = await indexVersions.createInactive(parts);
  await removeLeftovers(alias, index, cluster);
  try {
    await storeThesaurus({ alias, index, parts }, record, indexVersions);
    // Resolves when all accepted writes are complete, so that the copy does not miss any.
    await changeState(cluster, { method: 'PUT', path: `/${old}/_block/write` });
    await copyDocuments(old, { index, ...readThesaurus(record) }, indexVersions);
    await switchAlias(alias, old, index, cluster);
  } catch (error) {
    const isOwn = await removeUnfinished(alias, index, cluster);
    const isOtherRunning = await removeLeftovers(alias, index, cluster);
    const allowWrites = {
      method: 'PUT',
      path: `/${old}/_settings`,
      body: { 'index.blocks.write': null },
    } as const;
    if (isOwn && !isOtherRunning) await ignoreNotFound(changeState(cluster, allowWrites));
    throw error;
  }
  indexVersions.invalidate();
  await removeVersion(alias, old, cluster);
}

/**
 * Removes what earlier replacements have left, which have died or now fail. Of two concurrent ones, that with the greater
 * index name survives. Resolves to true if such a one is running.
 */
async function removeLeftovers(alias: string, own: string, cluster: Cluster): Promise<boolean> {
  const abandoned = await abandonedIndices(alias, cluster);
  for (const { index, isUnfinished } of abandoned) {
    if (!isUnfinished) await removeVersion(alias, index, cluster);
    else if (index < own) await removeUnfinished(alias, index, cluster);
  }
  return abandoned.some(({ index, isUnfinished }) => isUnfinished && index > own);
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

async function copyDocuments(
  from: string,
  to: ReadThesaurus & { index: string },
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
