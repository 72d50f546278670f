/** Reader of original documents; a scroll over all of them sees one point in time. */

import type { ListedDocument } from '@semantic-search/engine';
import { BackendError, type Originals } from '@semantic-search/engine/backend';
import { retryTransientErrors } from '../cluster/bulk.ts';
import type { Cluster, Hit } from '../cluster/cluster.ts';
import { documentKey, parseSource, type StoredSource } from '../indices/index-document.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import { thesaurusBytes } from '../indices/thesaurus-store.ts';
import { storedDocument } from '../queries/related.ts';
import type { Write } from './write-documents.ts';

const keepAlive = '2m';
/** Documents per page; halved if the response is too large for the memory. */
const BATCH_SIZE = 100;

export function originalsReader(indexVersions: IndexVersions): Originals {
  const { alias, writing: cluster } = indexVersions;
  return {
    async stored(id) {
      const hit = await storedDocument(id, alias, { cluster, signal: undefined });
      return hit?.stored.content;
    },
    list: (after, count) => listDocuments(alias, after, count, cluster),
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

/** Documents with their content hashes, in the order of their keys. `index` may be an alias. */
async function listDocuments(
  index: string,
  after: string | undefined,
  count: number,
  cluster: Cluster,
): Promise<ListedDocument[]> {
  const body = {
    size: count,
    _source: ['id', 'hash', 'written'],
    sort: [{ key: 'asc' }],
    ...(after !== undefined && { search_after: [documentKey(after)] }),
  };
  const { hits } = await retryTransientErrors(() =>
    cluster.search<ListedDocument>(`/${index}/_search`, body),
  );
  return hits.map(({ _source }) => _source);
}

/** Batches of documents with their versions; writes after the start are not included. */
export async function* scrollDocuments(index: string, cluster: Cluster): AsyncIterable<Write[]> {
  const path = `/${index}/_search/point_in_time`;
  // Otherwise a missing shard would be omitted silently.
  const querystring = { keep_alive: keepAlive, allow_partial_pit_creation: false };
  const opened = await cluster.call({ method: 'POST', path, querystring });
  const { pit_id: id } = opened as { pit_id: string };
  try {
    const body = {
      size: BATCH_SIZE,
      pit: { id, keep_alive: keepAlive },
      _source: ['id', 'content', 'extracted', 'written', 'run'],
    };
    const pages = documentPages<StoredSource & Pick<Write, 'written' | 'run'>>('/_search', body, cluster);
    for await (const hits of pages)
      yield hits.map(({ _source, _version = 1 }) => ({
        document: parseSource(_source).content,
        version: _version,
        written: _source.written,
        run: _source.run,
      }));
  } finally {
    await cluster.call({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } });
  }
}

/** Pages of documents with their versions, in the order of their keys. */
export async function* documentPages<Source>(
  path: string,
  { size, ...body }: { size: number },
  cluster: Cluster,
): AsyncIterable<Hit<Source>[]> {
  let pageSize = size;
  for (let after: unknown[] | undefined; ; ) {
    const page = { ...body, size: pageSize, sort: [{ key: 'asc' }], version: true };
    // Retries, so that a single lost response does not end a scroll that may take hours.
    const response = await retryTransientErrors(() =>
      cluster.search<Source>(path, { ...page, ...(after && { search_after: after }) }),
    ).catch(ignoreTooLarge);
    if (!response && pageSize === 1)
      throw new BackendError('too-large', 'A document exceeds the maximum response size.');
    if (!response) {
      pageSize = Math.ceil(pageSize / 2);
      continue;
    }
    const { hits } = response;
    if (hits.length === 0) return;
    yield hits;
    after = hits.at(-1)!.sort;
  }
}

function ignoreTooLarge(error: unknown): undefined {
  if (!(error instanceof BackendError && error.kind === 'too-large')) throw error;
}
