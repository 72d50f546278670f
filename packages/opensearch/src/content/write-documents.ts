/**
 * Document writer. Acknowledged writes are searchable.
 *
 * External versions order the writes of a document by their start time, regardless of their arrival.
 */

import { randomInt } from 'node:crypto';
import { contentHash, type DocumentInput } from '@semantic-search/engine';
import { BackendError, type DocumentOperations } from '@semantic-search/engine/backend';
import { batchOutcome, parseDate } from '@semantic-search/engine/building-blocks';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import {
  type BulkOperation,
  type BulkOutcome,
  bulk,
  exponentialBackoff,
  isGone,
  refresh,
} from '../cluster/bulk.ts';
import { bulkPath, writeAlias } from '../cluster/index-aliases.ts';
import { analyzeDocuments, documentKey } from '../indices/index-document.ts';
import type { IndexVersion, IndexVersions } from '../indices/index-versions.ts';
import { latestRun } from './runs.ts';

/** Documents per bulk request; while the cluster indexes one batch, the next is analyzed. */
const BATCH_SIZE = 250;
const MAX_CONCURRENT_BATCHES = 2;

/** A document with its external version. */
export interface Write {
  document: DocumentInput;
  version: number;
  /** Time of the write in milliseconds since 1970. */
  written: number;
  /** Id of the synchronization run that was the latest one. */
  run: string | undefined;
}

/** A document and the external version that was read. */
export interface SeenDocument {
  id: string;
  version: number;
}

/** Also deletes documents on the condition that they have not been written since. */
export interface OpensearchWriter extends DocumentOperations {
  /** Resolves to the number of deleted documents. */
  removeUnchanged(documents: SeenDocument[]): Promise<number>;
}

export function documentWriter(indexVersions: IndexVersions): OpensearchWriter {
  const { writing: cluster, alias, words } = indexVersions;
  const clock = versionClock();

  /**
   * Repeats the operations that arrive after the index was replaced, because their records depend on its thesaurus, and
   * those that lose against a version from a clock ahead of this one.
   */
  async function apply<Item extends { id: string }>(
    items: Item[],
    prepare: (items: Item[], version: number, indexVersion: IndexVersion) => Promise<BulkOperation[]>,
  ): Promise<Map<string, BulkOutcome>> {
    const outcomes = new Map<string, BulkOutcome>();
    const retry = exponentialBackoff();
    let version = clock.next();
    for (let remaining = items; ; ) {
      const indexVersion = await indexVersions.require();
      const operations = await prepare(remaining, version, indexVersion);
      const results = await bulk(operations, bulkPath(writeAlias(indexVersion.index)), cluster);
      for (const [i, { id }] of remaining.entries()) outcomes.set(id, results[i]!);
      const ahead = Math.max(0, ...results.map(winningVersion).filter(clock.isBehind));
      remaining = remaining.filter(
        (_, i) => isGone(results[i]!) || clock.isBehind(winningVersion(results[i]!)),
      );
      if (remaining.length === 0) return outcomes;
      if (ahead > 0) version = clock.next(ahead);
      // A newer version needs no pause; an index that is gone has been replaced.
      if (!results.some(isGone)) continue;
      indexVersions.invalidate();
      await retry('busy');
    }
  }

  /** Resolves to the reasons of rejected documents, keyed by id. */
  async function write(documents: DocumentInput[]): Promise<[id: string, reason: string][]> {
    const written = Date.now();
    const run = (await latestRun(indexVersions))?.id;
    const outcomes = await apply(documents, (remaining, version, indexVersion) => {
      const writes = remaining.map((document) => ({ document, version, written, run }));
      return indexOperations(writes, indexVersion, indexVersions);
    });
    return [...outcomes].flatMap(([id, outcome]): [string, string][] =>
      outcome.error && !isOutdated(outcome) ? [[id, rejectionReason(outcome.error)]] : [],
    );
  }

  /** Deletions with the versions that were read, by default with a new one. */
  async function remove(documents: { id: string; version?: number }[]): Promise<Map<string, BulkOutcome>> {
    const outcomes = await apply(documents, async (remaining, version) =>
      remaining.map((document) => versioned({ version, ...document })),
    );
    for (const outcome of outcomes.values()) {
      if (outcome.status >= 400 && outcome.status !== 404 && !isOutdated(outcome))
        throw new BackendError('server-error', `A document could not be deleted: ${outcome.status}`);
    }
    return outcomes;
  }

  async function inBatches<Item, Result>(
    items: Item[],
    work: (batch: Item[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    if (items.length === 0) return [];
    const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, i) =>
      items.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
    );
    const results = await mapWithConcurrency(batches, MAX_CONCURRENT_BATCHES, work);
    await refresh(`${alias},${words.index}`, cluster);
    indexVersions.invalidate();
    return results.flat();
  }

  async function deleteAll(ids: string[]): Promise<boolean[]> {
    const existing = new Set(
      await inBatches([...new Set(ids)], async (batch) => {
        const outcomes = await remove(batch.map((id) => ({ id })));
        // If a later write has won, the document existed.
        return batch.filter((id) => wasDeleted(outcomes.get(id)!) || isOutdated(outcomes.get(id)!));
      }),
    );
    return ids.map((id) => existing.has(id));
  }

  return {
    async put(documents) {
      const { toWrite, outcome } = batchOutcome(documents);
      return outcome(new Map(await inBatches(toWrite, write)));
    },
    delete: async (id) => (await deleteAll([id]))[0]!,
    deleteAll,
    /** A deletion with the version that was read fails if the document has a later one. */
    async removeUnchanged(documents) {
      const deleted = await inBatches(documents, async (batch) =>
        [...(await remove(batch)).values()].filter(wasDeleted),
      );
      return deleted.length;
    },
  };
}

/** Stores the words of the documents, and returns the operations that index them. */
export async function indexOperations(
  writes: Write[],
  { thesaurus, extractor }: Pick<IndexVersion, 'thesaurus' | 'extractor'>,
  { words }: Pick<IndexVersions, 'words'>,
): Promise<BulkOperation[]> {
  const documents = writes.map(({ document }) => document);
  const analyzed = await analyzeDocuments(documents, { thesaurus: thesaurus.thesaurus, extractor });
  await words.add(analyzed);
  return writes.map(({ document, version, written, run }, i) => {
    const date_or_written = parseDate(document.date, document.language) ?? written;
    const record = { ...analyzed[i]!.record, date_or_written, hash: contentHash(document), written, run };
    return versioned({ id: document.id, version, record });
  });
}

/** Repeating an operation with the same version is idempotent. Without `record`, the document is deleted. */
function versioned({ id, version, record }: SeenDocument & { record?: object }): BulkOperation {
  const target = { _id: documentKey(id), version, version_type: 'external_gte' };
  return record ? { action: { index: target }, record } : { action: { delete: target } };
}

/** An attempt without a response may have deleted the document, so it counts as existing. */
function wasDeleted({ status, isRepeated }: BulkOutcome): boolean {
  return status === 200 || isRepeated;
}

function rejectionReason({ reason, caused_by: cause }: NonNullable<BulkOutcome['error']>): string {
  return [reason, cause?.reason].some((text) => text?.includes('Limit of total fields'))
    ? 'The document has new attributes, but the search space has reached the maximum number of attributes.'
    : 'The search engine rejected the document.';
}

/** True if a later write or deletion has won. */
function isOutdated({ status, error }: BulkOutcome): boolean {
  return status === 409 && error?.type === 'version_conflict_engine_exception';
}

/** Version of the write that has won; 0 if none has. */
function winningVersion(outcome: BulkOutcome): number {
  if (!isOutdated(outcome)) return 0;
  return Number(/current version \[(\d+)\]/.exec(outcome.error!.reason)?.[1] ?? 0);
}

/** A random step distinguishes writes of two processes in one millisecond; versions stay below 2⁵³. */
const STEPS_PER_MS = 1024;

/**
 * Clock for external versions, which order the writes of a document by their start time.
 *
 * An abandoned request may arrive after a newer write. It has the lower version and is rejected.
 */
function versionClock() {
  let latest = 0;
  return {
    /** Version of a write that starts now; greater than earlier ones and than `observed`. */
    next(observed = 0): number {
      const now = Date.now() * STEPS_PER_MS + randomInt(STEPS_PER_MS);
      latest = Math.max(latest + 1, observed + 1, now);
      return latest;
    },
    /** True if the version is from a clock ahead of this one, so that a write now would be rejected as older. */
    isBehind: (version: number) => version > Math.max(latest, (Date.now() + 1) * STEPS_PER_MS),
  };
}
