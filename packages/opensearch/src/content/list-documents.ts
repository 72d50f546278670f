/** List of the documents of a space with their content hashes, in the order of their keys. */
import type { ListedDocument } from '@semantic-search/engine';
import { retryTransientErrors } from '../cluster/bulk.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { documentKey } from '../indices/index-document.ts';

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
  const { hits } = await retryTransientErrors(() =>
    cluster.search<ListedDocument>(`/${index}/_search`, body),
  );
  return hits.map(({ _source }) => _source);
}
