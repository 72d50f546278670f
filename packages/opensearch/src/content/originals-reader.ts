/** Reader of original documents; a scroll over all of them sees one point in time. */
import type { DocumentInput, ListedDocument } from '@semantic-search/engine';
import type { Originals } from '@semantic-search/engine/backend';
import { searchReliably } from '../cluster/bulk.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { documentKey, storedDocument } from '../indices/index-document.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import { thesaurusBytes } from '../indices/thesaurus-store.ts';
import type { Write } from './document-writer.ts';

/** Time between two pages after which the cluster may end a scroll. */
const KEEP_ALIVE = '2m';
/** Documents per page: a document can have several megabytes, and the client holds a response in memory as a whole. */
const BATCH_SIZE = 25;

export function originalsReader(indexVersions: IndexVersions): Originals {
  const { alias, writing: cluster } = indexVersions;
  return {
    stored: async (id) => (await storedDocument(id, alias, cluster))?.content,
    async list(after, count) {
      const body = {
        size: count,
        _source: ['id', 'hash', 'written'],
        sort: [{ key: 'asc' }],
        ...(after !== undefined && { search_after: [documentKey(after)] }),
      };
      const { hits } = await searchReliably<ListedDocument>(`/${alias}/_search`, body, cluster);
      return hits.map(({ _source }) => _source);
    },
    async thesaurus() {
      const active = await indexVersions.activeIndex();
      return active && thesaurusBytes({ alias, ...active }, cluster);
    },
    async *all() {
      for await (const writes of scrollDocuments(alias, cluster))
        yield* writes.map(({ document }) => document);
    },
  };
}

/** Batches of documents with their versions; writes after the start are not included. */
export async function* scrollDocuments(index: string, cluster: Cluster): AsyncIterable<Write[]> {
  const path = `/${index}/_search/point_in_time`;
  // By default, OpenSearch omits missing shards silently.
  const querystring = { keep_alive: KEEP_ALIVE, allow_partial_pit_creation: false };
  const response = await cluster.call({ method: 'POST', path, querystring });
  const { pit_id: id } = response as { pit_id: string };
  try {
    const pit = { id, keep_alive: KEEP_ALIVE };
    const body = { size: BATCH_SIZE, pit, _source: ['content', 'written', 'run'] };
    type Source = { content: string; written: number; run?: string };
    for await (const hits of documentPages<Source>('/_search', body, cluster))
      yield hits.map(({ _source: { content, written, run }, _version: version = 1 }) => {
        return { document: JSON.parse(content) as DocumentInput, version, written, run };
      });
  } finally {
    await cluster.call({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } });
  }
}

/** Pages of documents with their versions, in the order of their keys. */
export async function* documentPages<Source>(path: string, body: { size: number }, cluster: Cluster) {
  for (let after: unknown[] | undefined; ; ) {
    const page = { ...body, sort: [{ key: 'asc' }], version: true, ...(after && { search_after: after }) };
    // A single lost response must not end a scroll that may take hours.
    const { hits } = await searchReliably<Source>(path, page, cluster);
    if (hits.length === 0) return;
    yield hits;
    after = hits.at(-1)!.sort;
  }
}
