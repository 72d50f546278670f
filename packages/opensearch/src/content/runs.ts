/** Synchronization runs in a cluster, shared by all servers that use it. */
import type { Runs } from '@semantic-search/engine';
import { retryTransientErrors } from '../cluster/bulk.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { documentKey } from '../indices/index-document.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import type { LatestRun, RunIndex } from './run-index.ts';
import { documentPages } from './scroll-documents.ts';
import type { SeenDocument } from './write-documents.ts';

/** Documents compared at a time. */
const PAGE_SIZE = 1000;

/** Deletes documents that have not been written since; resolves to their number. */
export type RemoveUnchanged = (documents: SeenDocument[]) => Promise<number>;

interface ComparedPage {
  documents: number;
  missing: SeenDocument[];
}

export function openRuns(
  { alias, writing: cluster }: IndexVersions,
  runs: RunIndex,
  removeUnchanged: RemoveUnchanged,
): Runs {
  async function find(id: string) {
    const latest = await runs.latest();
    return latest?.run.id === id ? latest : undefined;
  }

  return {
    latestRun: async () => (await runs.latest())?.run,
    startRun: (run) => runs.start(run),
    async addToRun(id, { documents, hasUnreadable }) {
      const latest = await find(id);
      if (!latest || latest.run.removed !== null) return false;
      // Only the value true is written, so that a concurrent request cannot undo it.
      const change = { touched: Date.now(), ...(hasUnreadable && { hasUnreadable }) };
      return runs.update(latest.index, change, documents.map(documentKey));
    },
    async hashes(ids) {
      const query = { terms: { key: ids.map(documentKey) } };
      const body = { size: ids.length, query, _source: ['id', 'hash'] };
      const { hits } = await retryTransientErrors(() =>
        cluster.search<{ id: string; hash?: string }>(`/${alias}/_search`, body),
      );
      const hashById = new Map(hits.map(({ _source }) => [_source.id, _source.hash]));
      return ids.map((id) => hashById.get(id));
    },
    async countMissing(id, prefix = '') {
      let [documents, missing] = [0, 0];
      const latest = await find(id);
      if (!latest) return { documents, missing };
      await runs.refresh(latest.index);
      for await (const page of pages(alias, { ...latest, prefix }, runs, cluster)) {
        documents += page.documents;
        missing += page.missing.length;
      }
      return { documents, missing };
    },
    async removeMissing(id, prefix = '') {
      let removed = 0;
      const latest = await find(id);
      if (!latest) return removed;
      await runs.refresh(latest.index);
      for await (const { missing } of pages(alias, { ...latest, prefix }, runs, cluster)) {
        if (missing.length === 0) continue;
        if (!(await find(id))) return removed;
        removed += await removeUnchanged(missing);
      }
      return removed;
    },
    async completeRun(id, removed) {
      const latest = await find(id);
      if (latest) await runs.update(latest.index, { removed });
    },
    async abandonRun(id) {
      const latest = await find(id);
      if (latest) await runs.remove(latest.index);
      return latest !== undefined;
    },
  };
}

/**
 * Compares the documents whose ids begin with `prefix` with a run, in the order of their keys. Each document has the id of
 * the run during which it was written, because the clocks of several servers differ.
 */
async function* pages(
  alias: string,
  { index, run, prefix }: LatestRun & { prefix: string },
  runs: RunIndex,
  cluster: Cluster,
): AsyncIterable<ComparedPage> {
  const body = { size: PAGE_SIZE, _source: ['id', 'run'] };
  for await (const hits of documentPages<{ id: string; run?: string }>(`/${alias}/_search`, body, cluster)) {
    const contained = await runs.contained(
      index,
      hits.map(({ _id }) => _id),
    );
    const ofSource = hits.filter(({ _source }) => _source.id.startsWith(prefix));
    const missing = ofSource.filter(({ _id, _source }) => !contained.has(_id) && _source.run !== run.id);
    yield {
      documents: ofSource.length,
      missing: missing.map(({ _source, _version = 1 }) => ({ id: _source.id, version: _version })),
    };
  }
}
