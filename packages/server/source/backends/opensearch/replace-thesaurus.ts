/**
 * Replacing a thesaurus: every document is written anew into another index, with the concepts and what is broader by
 * the new thesaurus; then the alias switches from one to the other in one step. Questions are answered from the old one
 * until then; writes wait, as it takes none.
 */
import {
  openExtractor,
  openThesaurusRecord,
  readThesaurus,
  type ThesaurusReport,
} from '@semantic-search/engine';
import { RemoteFault } from '../fault.ts';
import { allDocuments } from './archive.ts';
import type { Cluster } from './cluster.ts';
import type { Edition, Editions } from './editions.ts';
import { forgetThesaurusCopy, keepThesaurusCopy } from './thesaurus-copy.ts';
import { isBusy, writeTo } from './writing.ts';

export async function replaceThesaurus(
  content: AsyncIterable<string | Uint8Array>,
  mediaType: string,
  editions: Editions,
): Promise<ThesaurusReport> {
  const { record, report } = await readThesaurus(content, mediaType);
  const { alias, writing: cluster } = editions;
  editions.changed();
  const old = await editions.inForce();
  const copy = await keepThesaurusCopy(alias, record, cluster);
  const index = await editions.prepare(copy);
  const thesaurus = openThesaurusRecord(record);
  const extractor = openExtractor(thesaurus.thesaurus, thesaurus.recogniser);
  await blockWrites(old.index, true, cluster);
  try {
    await copyDocuments(old.index, { index, thesaurus, extractor }, cluster);
    await switchAlias(alias, old.index, index, cluster);
  } catch (error) {
    await blockWrites(old.index, false, cluster);
    await cluster.call({ method: 'DELETE', path: `/${index}` });
    throw error;
  }
  editions.changed();
  await cluster.call({ method: 'DELETE', path: `/${old.index}` });
  const former = old.thesaurusCopy;
  if (former.id !== '' && former.id !== copy.id) await forgetThesaurusCopy(alias, former, cluster);
  return report;
}

async function blockWrites(index: string, blocked: boolean, cluster: Cluster): Promise<void> {
  const body = { 'index.blocks.write': blocked };
  await cluster.call({ method: 'PUT', path: `/${index}/_settings`, body });
}

async function copyDocuments(
  from: string,
  to: Pick<Edition, 'index' | 'thesaurus' | 'extractor'>,
  cluster: Cluster,
): Promise<void> {
  await cluster.call({ method: 'POST', path: `/${from}/_refresh` });
  for await (const writes of allDocuments(from, cluster)) {
    const items = await writeTo(`/${to.index}/_bulk`, writes, to, cluster);
    const failed = items.find((item) => isBusy(item) || item.error);
    if (failed)
      throw new RemoteFault(
        'failing',
        `A document could not be copied: ${failed.error?.reason ?? failed.status}`,
      );
  }
  await cluster.call({ method: 'POST', path: `/${to.index}/_refresh` });
}

/** Fails where another process was first: then the alias no longer stands for the old index. */
async function switchAlias(alias: string, from: string, to: string, cluster: Cluster): Promise<void> {
  const actions = [{ remove: { index: from, alias, must_exist: true } }, { add: { index: to, alias } }];
  await cluster.call({ method: 'POST', path: '/_aliases', body: { actions } });
}
