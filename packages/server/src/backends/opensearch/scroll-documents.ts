/** What was written to a space in a cluster, read back to the letter: documents in batches, of one moment. */

import type { Originals } from '../backend.ts';
import { BackendError, inProblems } from '../backend-error.ts';
import { untilAnswered } from './bulk.ts';
import type { Cluster } from './cluster.ts';
import { type Kept, storedOf } from './index-document.ts';
import type { Editions } from './index-versions.ts';
import { storedDocument } from './related.ts';
import { thesaurusBytes } from './thesaurus-store.ts';
import type { Write } from './write-documents.ts';

const keepAlive = '2m';
/** Documents in one answer, where they are not too large for that. */
const batch = 250;

export function originalsOf(editions: Editions, name: string): Originals {
  const { alias, writing: cluster } = editions;
  const single = inProblems(
    {
      async stored(id: string) {
        const found = await storedDocument(id, { index: alias }, cluster);
        return found?.stored.content;
      },
      async thesaurus() {
        const copy = (await editions.standing())?.copy;
        return copy === undefined || copy.id === '' ? undefined : thesaurusBytes(alias, copy, cluster);
      },
    },
    name,
  );
  return {
    ...single,
    async *all() {
      for await (const writes of allDocuments(alias, cluster)) yield* writes.map(({ document }) => document);
    },
  };
}

/** In batches, with the versions they were written with; what is written meanwhile is not seen. */
export async function* allDocuments(index: string, cluster: Cluster): AsyncIterable<Write[]> {
  const path = `/${index}/_search/point_in_time`;
  // Else a shard that is away is left out, and what is read looks whole.
  const query = { keep_alive: keepAlive, allow_partial_pit_creation: false };
  const opened = await cluster.call({ method: 'POST', path, query });
  const { pit_id: id } = opened as { pit_id: string };
  try {
    let size = batch;
    for (let after: unknown[] | undefined; ; ) {
      const body = {
        size,
        pit: { id, keep_alive: keepAlive },
        _source: ['id', 'content', 'extracted'],
        sort: [{ key: 'asc' }],
        version: true,
        ...(after && { search_after: after }),
      };
      // Hours of reading are not given up for one answer that did not come.
      const found = await untilAnswered(() => cluster.search<Kept>('/_search', body)).catch(unlessTooLarge);
      if (!found && size === 1) throw new BackendError('too-large', 'A document is too large to be read.');
      if (!found) {
        size = Math.ceil(size / 2);
        continue;
      }
      const { hits } = found;
      if (hits.length === 0) return;
      yield hits.map(({ _source, _version = 1 }) => ({
        document: storedOf(_source).content,
        version: _version,
      }));
      after = hits.at(-1)!.sort;
    }
  } finally {
    await cluster.call({ method: 'DELETE', path: '/_search/point_in_time', body: { pit_id: [id] } });
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof BackendError && error.kind === 'too-large')) throw error;
}
