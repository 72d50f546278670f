/**
 * Replacing a thesaurus: every document is written anew into another index, with the concepts and what is broader by
 * the new thesaurus; then the alias switches from one to the other in one step. Questions are answered from the old one
 * until then; writes wait, as it takes none. Who dies in between leaves that as it is: the same thesaurus put again, or
 * another one, takes over.
 */
import {
  openExtractor,
  openThesaurusRecord,
  readThesaurus,
  type ThesaurusReport,
} from '@semantic-search/engine';
import { BackendError } from '../backend-error.ts';
import { isBusy, retrying } from './bulk.ts';
import type { Cluster } from './cluster.ts';
import { unlessGone } from './ignorable-errors.ts';
import { bulkTo, halfMade, leftOver, taking } from './index-aliases.ts';
import type { Editions, IndexVersion } from './index-versions.ts';
import { longestAgreement } from './node-pool.ts';
import { allDocuments } from './scroll-documents.ts';
import { copyFor, forgetUnnamedCopies, keepThesaurusCopy } from './thesaurus-store.ts';
import { makeFindable, writeTo } from './write-documents.ts';

export async function replaceThesaurus(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  editions: Editions,
): Promise<ThesaurusReport> {
  const { record, report } = await readThesaurus(content, mediaType);
  const { alias, writing: cluster } = editions;
  editions.changed();
  const old = await editions.standing();
  if (!old) throw new BackendError('unknown-space', `There is no index ${alias}.`);
  const index = editions.newName();
  const copy = copyFor(index, record);
  await editions.prepare(index, copy);
  const thesaurus = openThesaurusRecord(record);
  const extractor = openExtractor(thesaurus.thesaurus, thesaurus.recogniser);
  await takeOver(alias, index, cluster);
  try {
    await keepThesaurusCopy(editions, copy, record);
    await blockWrites(old.index, cluster);
    await copyDocuments(old.index, { index, thesaurus, extractor }, editions);
    await switchAlias(alias, old.index, index, cluster);
  } catch (error) {
    await giveUp(alias, { from: old.index, to: index }, cluster);
    throw error;
  }
  editions.changed();
  await removeIndex(old.index, cluster);
  await forgetUnnamedCopies(alias, cluster);
  return report;
}

/** What was begun earlier goes: of someone who died, or who fails by that. Of two at a time one stays: names tell which. */
async function takeOver(alias: string, own: string, cluster: Cluster): Promise<void> {
  const { halfMade: others, unnamed } = await leftOver(alias, cluster);
  for (const index of others) if (index < own) await removeHalfMade(index, cluster);
  for (const index of unnamed) await removeIndex(index, cluster);
}

/** Writes go on, unless someone else is at it by now. */
async function giveUp(
  alias: string,
  { from, to }: { from: string; to: string },
  cluster: Cluster,
): Promise<void> {
  const isOwn = await removeHalfMade(to, cluster);
  const isAlone = isOwn && (await leftOver(alias, cluster)).halfMade.length === 0;
  if (isAlone) await unlessGone(allowWrites(from, cluster));
  await forgetUnnamedCopies(alias, cluster);
}

/**
 * False where it is not half made any more. Its own alias goes first, in a step that fails when the index has come into
 * force: without it no switch that is still on its way can bring it there.
 */
async function removeHalfMade(index: string, cluster: Cluster): Promise<boolean> {
  const actions = [{ remove: { index, alias: halfMade(index), must_exist: true } }];
  const claimed = await unlessGone(
    cluster.call({ method: 'POST', path: '/_aliases', body: { actions }, longest: longestAgreement }),
  );
  if (claimed) await removeIndex(index, cluster);
  return claimed;
}

async function removeIndex(index: string, cluster: Cluster): Promise<void> {
  await unlessGone(cluster.call({ method: 'DELETE', path: `/${index}`, longest: longestAgreement }));
}

/** Resolves when the last write that was taken before is done: what is copied then misses none. */
async function blockWrites(index: string, cluster: Cluster): Promise<void> {
  await cluster.call({ method: 'PUT', path: `/${index}/_block/write`, longest: longestAgreement });
}

async function allowWrites(index: string, cluster: Cluster): Promise<void> {
  const body = { 'index.blocks.write': null };
  await cluster.call({ method: 'PUT', path: `/${index}/_settings`, body, longest: longestAgreement });
}

async function copyDocuments(
  from: string,
  to: Pick<IndexVersion, 'index' | 'thesaurus' | 'extractor'>,
  editions: Editions,
): Promise<void> {
  const { writing: cluster, words } = editions;
  const bulk = bulkTo(halfMade(to.index));
  await makeFindable(from, cluster);
  for await (const writes of allDocuments(from, cluster)) {
    const retry = retrying();
    for (let left = writes; left.length > 0; ) {
      const items = await writeTo(bulk, left, to, editions);
      const failed = items.find((item) => item.error && !isBusy(item));
      if (failed)
        throw new BackendError('failing', `A document could not be copied: ${failed.error!.reason}`);
      left = left.filter((_, i) => isBusy(items[i]));
      if (left.length > 0) await retry(items);
    }
  }
  await makeFindable(`${to.index},${words.index}`, cluster);
}

/** In one step. Fails where another process was first: the alias stands for another index, or the new one was taken away. */
async function switchAlias(alias: string, from: string, to: string, cluster: Cluster): Promise<void> {
  const actions = [
    { remove: { index: from, alias, must_exist: true } },
    { remove: { index: from, alias: taking(from) } },
    { remove: { index: to, alias: halfMade(to), must_exist: true } },
    { add: { index: to, alias } },
    { add: { index: to, alias: taking(to) } },
  ];
  try {
    await cluster.call({ method: 'POST', path: '/_aliases', body: { actions }, longest: longestAgreement });
  } catch (error) {
    // Perhaps only the answer was lost, or the client asked twice.
    if (!(await standsFor(alias, to, cluster))) throw error;
  }
}

async function standsFor(alias: string, index: string, cluster: Cluster): Promise<boolean> {
  const found = await cluster.call({ method: 'GET', path: `/${alias}/_alias`, longest: longestAgreement });
  return index in (found as object);
}
