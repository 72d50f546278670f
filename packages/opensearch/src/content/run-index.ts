/**
 * Index of a synchronization run: its record, and the keys of the documents that it contains.
 *
 * Each run has an index of its own, so that forgetting a run is one call. An alias names that of the latest run. The index
 * accepts writes only through an alias of its own, so that a delayed write cannot create it again.
 */
import type { SpaceRun } from '@semantic-search/engine';
import { bulk, isGone, retryTransientErrors } from '../cluster/bulk.ts';
import { changeAliases, ignoreNotFound, removeIndex } from '../cluster/cluster.ts';
import { bulkPath, writeAlias } from '../cluster/index-aliases.ts';
import { ensureAuxiliaryIndex } from '../cluster/index-template.ts';
import type { IndexVersions } from '../indices/index-versions.ts';

/** The latest run and its index. */
export interface LatestRun {
  index: string;
  run: SpaceRun;
}

export interface RunIndex {
  latest(): Promise<LatestRun | undefined>;
  /** Replaces the latest run. */
  start(run: SpaceRun): Promise<void>;
  /** Changes the record and adds document keys. Resolves to false if the index is gone. */
  update(index: string, change: Partial<SpaceRun>, keys?: string[]): Promise<boolean>;
  /** Makes added keys visible to `contained`. */
  refresh(index: string): Promise<void>;
  /** Which of these keys the run contains. */
  contained(index: string, keys: string[]): Promise<Set<string>>;
  remove(index: string): Promise<void>;
}

/** The record has no key of a document: those have 43 characters. */
const RECORD = 'run';

const mappings = { dynamic: false, properties: { key: { type: 'keyword' } } };

export function runIndex({ alias, writing, replicas }: IndexVersions): RunIndex {
  const latestAlias = `${alias}-run`;

  /** Index names are in ascending order; of two concurrent runs, the one with the greater name survives. */
  async function removeOlder(index: string): Promise<void> {
    const runs = await writing.call({ method: 'GET', path: `/${latestAlias}-*/_alias` });
    for (const name of Object.keys(runs as object)) if (name < index) await removeIndex(name, writing);
  }

  /** The aliases of another run with the same names move. */
  async function pointTo(index: string, alias: string): Promise<void> {
    const actions = [
      { remove: { index: `${latestAlias}-*`, alias, must_exist: false } },
      { add: { index, alias } },
    ];
    await changeAliases(actions, writing);
  }

  async function latest(): Promise<LatestRun | undefined> {
    const path = `/${latestAlias}/_doc/${RECORD}`;
    const record = await ignoreNotFound(retryTransientErrors(() => writing.call({ method: 'GET', path })));
    if (!record) return undefined;
    const { _index: index, _source: run } = record as { _index: string; _source: SpaceRun };
    return { index, run };
  }

  return {
    remove: (index) => removeIndex(index, writing),
    latest,
    async start(newRun) {
      // Whatever the clock says, so that its index is the newest.
      const started = Math.max(newRun.started, ((await latest())?.run.started ?? 0) + 1);
      const run = { ...newRun, started };
      const index = `${latestAlias}-${run.started.toString(36).padStart(10, '0')}-${run.id}`;
      await ensureAuxiliaryIndex(index, mappings, replicas, writing);
      await pointTo(index, writeAlias(index));
      await writing.call({ method: 'PUT', path: `/${index}/_doc/${RECORD}`, body: run });
      await pointTo(index, latestAlias);
      await removeOlder(index);
    },
    async update(index, change, keys = []) {
      const operations = [
        { action: { update: { _id: RECORD, retry_on_conflict: 5 } }, record: { doc: change } },
        ...keys.map((key) => ({ action: { index: { _id: key } }, record: { key } })),
      ];
      const outcomes = await bulk(operations, bulkPath(writeAlias(index)), writing);
      return !outcomes.some(isGone);
    },
    async refresh(index) {
      await writing.refresh(index);
    },
    async contained(index, keys) {
      const query = { terms: { key: keys } };
      const body = { size: keys.length, query, _source: false };
      const { hits } = await retryTransientErrors(() => writing.search(`/${index}/_search`, body));
      return new Set(hits.map(({ _id }) => _id));
    },
  };
}
