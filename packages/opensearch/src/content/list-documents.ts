/** List of the documents of a space with their content hashes, in the order of their keys. */
import { contentHash, type ListedDocument } from '@semantic-search/engine';
import { retryTransientErrors } from '../cluster/bulk.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { documentKey } from '../indices/index-document.ts';

interface ListedSource {
  id: string;
  hash?: string;
  written?: number | null;
}

/** Documents without a hash that are read at a time: their content may be long. */
const CONTENT_BATCH_SIZE = 20;

/** `index` may be an alias. */
export async function listDocuments(
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
  const { hits } = await retryTransientErrors(() => cluster.search<ListedSource>(`/${index}/_search`, body));
  const sources = hits.map(({ _source }) => _source);
  const withoutHash = sources.filter(({ hash }) => hash === undefined).map(({ id }) => id);
  const computed = await hashesOf(withoutHash, index, cluster);
  return sources.map(({ id, hash = computed.get(id) ?? '', written = null }) => ({ id, hash, written }));
}

/** Hashes of documents that a previous version of this server wrote. */
async function hashesOf(ids: string[], index: string, cluster: Cluster): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (let from = 0; from < ids.length; from += CONTENT_BATCH_SIZE) {
    const some = ids.slice(from, from + CONTENT_BATCH_SIZE);
    const body = {
      size: some.length,
      _source: ['id', 'content'],
      query: { terms: { key: some.map(documentKey) } },
    };
    const { hits } = await cluster.search<{ id: string; content: string }>(`/${index}/_search`, body);
    for (const { _source } of hits) hashes.set(_source.id, contentHash(JSON.parse(_source.content)));
  }
  return hashes;
}
