/** The latest synchronization run, in an auxiliary index: its record and an entry per document. */
import type { Runs, SpaceRun } from '@semantic-search/engine';
import { bulk, retryTransientErrors, searchReliably } from '../cluster/bulk.ts';
import { ignoreNotFound, removeIndices } from '../cluster/cluster.ts';
import { bulkPath, changeAliases, writeAlias } from '../cluster/index-aliases.ts';
import { ensureAuxiliaryIndex } from '../cluster/index-template.ts';
import { documentKey } from '../indices/index-document.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import type { SeenDocument } from './document-writer.ts';
import { documentPages } from './originals-reader.ts';

/** Number of documents compared at a time. */
const PAGE_SIZE = 1000;

/** Id of the run's record; ids of entries are longer. */
const RECORD_ID = 'run';

interface StoredRun {
  _source: SpaceRun;
  _seq_no: number;
  _primary_term: number;
}

/** `removeUnchanged` deletes documents not written since they were read, and resolves to the number of deletions. */
export function openRuns(
  indexVersions: IndexVersions,
  removeUnchanged: (documents: SeenDocument[]) => Promise<number>,
): Runs {
  const { alias, writing: cluster } = indexVersions;
  const index = runIndex(alias);

  return {
    latestRun: async () => (await storedRun(indexVersions))?._source,
    async startRun(run) {
      await removeIndices(index, cluster);
      await ensureAuxiliaryIndex(index, indexVersions);
      // Writes need the alias, so that a delayed write cannot create the index again.
      await changeAliases([{ add: { index, alias: writeAlias(index) } }], cluster);
      await cluster.call({ method: 'PUT', path: `/${index}/_doc/${RECORD_ID}`, body: run });
    },
    addToRun: (id, { documents, hasUnreadable }) =>
      // Only the value true is written, so that a concurrent request cannot undo it.
      update(id, { documents, touched: Date.now(), ...(hasUnreadable && { hasUnreadable }) }, indexVersions),
    async hashes(ids) {
      const query = { terms: { key: ids.map(documentKey) } };
      const body = { size: ids.length, query, _source: ['id', 'hash'] };
      const path = `/${alias}/_search`;
      const { hits } = await searchReliably<{ id: string; hash?: string }>(path, body, cluster);
      const hashById = new Map(hits.map(({ _source }) => [_source.id, _source.hash]));
      return ids.map((id) => hashById.get(id));
    },
    async countMissing(id, prefix = '') {
      let [documents, missing] = [0, 0];
      for await (const page of comparedPages(id, prefix, indexVersions)) {
        documents += page.documents;
        missing += page.missing.length;
      }
      return { documents, missing };
    },
    async removeMissing(id, prefix = '') {
      let removed = 0;
      for await (const { missing } of comparedPages(id, prefix, indexVersions)) {
        if (missing.length === 0) continue;
        if (!(await runIfLatest(id, indexVersions))) return removed;
        removed += await removeUnchanged(missing);
      }
      return removed;
    },
    async completeRun(id, removed) {
      await update(id, { removed }, indexVersions);
    },
    async abandonRun(id) {
      const stored = await runIfLatest(id, indexVersions);
      if (stored) await removeIndices(index, cluster);
      return stored !== undefined;
    },
  };
}

const runIndex = (alias: string) => `${alias}-run`;

/** The id contains the run, so that a delayed write adds nothing to a later run. */
const entryId = (run: string, key: string) => `${run}-${key}`;

/** The record of the latest run; undefined if there is none. */
export async function storedRun({ alias, writing }: IndexVersions): Promise<StoredRun | undefined> {
  const path = `/${runIndex(alias)}/_doc/${RECORD_ID}`;
  const call = () => writing.call({ method: 'GET', path });
  return (await ignoreNotFound(retryTransientErrors(call))) as StoredRun | undefined;
}

async function runIfLatest(id: string, indexVersions: IndexVersions): Promise<StoredRun | undefined> {
  const stored = await storedRun(indexVersions);
  return stored?._source.id === id ? stored : undefined;
}

type RunChange = Partial<SpaceRun> & { documents?: string[] };

/** Changes the record, and adds documents. Resolves to false if another run is the latest, or if this run is complete. */
async function update(id: string, { documents = [], ...change }: RunChange, indexVersions: IndexVersions) {
  const path = bulkPath(writeAlias(runIndex(indexVersions.alias)));
  for (;;) {
    const stored = await runIfLatest(id, indexVersions);
    if (!stored || stored._source.removed !== null) return false;
    // Fails after a concurrent change of the record, for example by another run that replaces it.
    const expected = { if_seq_no: stored._seq_no, if_primary_term: stored._primary_term };
    const record = { action: { update: { _id: RECORD_ID, ...expected } }, record: { doc: change } };
    const entries = documents.map((document) => entryId(id, documentKey(document)));
    const operations = [record, ...entries.map((_id) => ({ action: { index: { _id } }, record: {} }))];
    const [outcome] = await bulk(operations, path, indexVersions.writing);
    if (outcome!.status !== 409) return outcome!.status === 200;
  }
}

/** Compares the documents whose ids begin with `prefix` with the run. */
async function* comparedPages(id: string, prefix: string, indexVersions: IndexVersions) {
  if (!(await runIfLatest(id, indexVersions))) return;
  const { alias, writing: cluster } = indexVersions;
  await cluster.refresh(runIndex(alias));
  const body = { size: PAGE_SIZE, _source: ['id', 'run'] };
  const pages = documentPages<{ id: string; run?: string }>(`/${alias}/_search`, body, cluster);
  for await (const hits of pages) {
    const contained = await containedKeys(id, hits, indexVersions);
    const sourceHits = hits.filter(({ _source }) => _source.id.startsWith(prefix));
    // A document has the id of the run during which it was written, because the clocks of several servers differ.
    const missing = sourceHits.filter(({ _id, _source }) => !contained.has(_id) && _source.run !== id);
    yield {
      documents: sourceHits.length,
      missing: missing.map(({ _source, _version = 1 }) => ({ id: _source.id, version: _version })),
    };
  }
}

/** The keys of those documents that the run contains. */
async function containedKeys(run: string, documents: { _id: string }[], { alias, writing }: IndexVersions) {
  const values = documents.map(({ _id }) => entryId(run, _id));
  const body = { size: values.length, query: { ids: { values } }, _source: false };
  const { hits } = await searchReliably(`/${runIndex(alias)}/_search`, body, writing);
  return new Set(hits.map(({ _id }) => _id.slice(entryId(run, '').length)));
}
