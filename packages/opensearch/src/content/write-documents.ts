/**
 * Document writer. Acknowledged writes are searchable.
 *
 * External versions order the writes of a document by their start time, regardless of their arrival.
 */

import { randomInt } from 'node:crypto';
import { contentHash, type DocumentInput } from '@semantic-search/engine';
import { BackendError, type DocumentOperations } from '@semantic-search/engine/backend';
import { batchOutcome } from '@semantic-search/engine/building-blocks';
import { mapWithConcurrency } from '@semantic-search/query/scheduling';
import {
  type BulkItem,
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
import type { RunIndex } from './run-index.ts';

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

/** An index operation, or a deletion without `record`. */
interface VersionedOperation extends BulkOperation {
  id: string;
}

export function documentWriter(indexVersions: IndexVersions, runs: RunIndex): OpensearchWriter {
  const { writing: cluster, alias, words } = indexVersions;
  const clock = versionClock();

  /** Repeats the operations that arrive after the index was replaced, because their records depend on its thesaurus. */
  async function apply<Item extends { id: string }>(
    items: Item[],
    prepare: (items: Item[], indexVersion: IndexVersion) => Promise<VersionedOperation[]>,
    supersede?: typeof withNewerVersion,
  ): Promise<Map<string, BulkOutcome>> {
    const outcomes = new Map<string, BulkOutcome>();
    const retry = exponentialBackoff();
    for (let left = items; left.length > 0; ) {
      const indexVersion = await indexVersions.require();
      const path = bulkPath(writeAlias(indexVersion.index));
      const results = await bulk(await prepare(left, indexVersion), path, cluster, supersede);
      left.forEach(({ id }, i) => void outcomes.set(id, results[i]!));
      left = left.filter((_, i) => isGone(results[i]!));
      if (left.length === 0) break;
      indexVersions.invalidate();
      await retry('busy');
    }
    return outcomes;
  }

  /** If the stored version is from a clock ahead of this one, the operation would lose as older. */
  function withNewerVersion(operation: VersionedOperation, item: BulkItem): VersionedOperation | undefined {
    const version = newerThan(item, clock);
    return version === undefined ? undefined : versioned({ ...operation, version });
  }

  /** Resolves to the reasons of rejected documents, keyed by id. */
  async function write(documents: DocumentInput[]): Promise<[id: string, reason: string][]> {
    const [version, written] = [clock.next(), Date.now()];
    const run = (await runs.latest())?.run.id;
    const outcomes = await apply(
      documents,
      (left, indexVersion) => {
        const writes = left.map((document) => ({ document, version, written, run }));
        return indexOperations(writes, indexVersion, indexVersions);
      },
      withNewerVersion,
    );
    return [...outcomes].flatMap(([id, outcome]): [string, string][] =>
      outcome.error && !isOutdated(outcome) ? [[id, rejectionReason(outcome.error)]] : [],
    );
  }

  async function remove(
    documents: SeenDocument[],
    supersede?: typeof withNewerVersion,
  ): Promise<Map<string, BulkOutcome>> {
    const outcomes = await apply(documents, async (left) => left.map(versioned), supersede);
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
        const version = clock.next();
        const removals = batch.map((id) => ({ id, version }));
        const outcomes = await remove(removals, withNewerVersion);
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
): Promise<VersionedOperation[]> {
  const documents = writes.map(({ document }) => document);
  const analyzed = await analyzeDocuments(documents, { thesaurus: thesaurus.thesaurus, extractor });
  await words.add(analyzed);
  return writes.map(({ document, version, written, run }, i) => {
    const record = { ...analyzed[i]!.record, hash: contentHash(document), written, run };
    return versioned({ id: document.id, version, record });
  });
}

/** Repeating an operation with the same version is idempotent. */
function versioned({ id, version, record }: SeenDocument & { record?: object }): VersionedOperation {
  const target = { _id: documentKey(id), version, version_type: 'external_gte' };
  return record ? { id, action: { index: target }, record } : { id, action: { delete: target } };
}

/** An attempt without a response may have deleted the document, so it counts as existing. */
function wasDeleted({ status, isRepeated }: BulkOutcome): boolean {
  return status === 200 || isRepeated;
}

function rejectionReason({ reason, caused_by: cause }: NonNullable<BulkItem['error']>): string {
  return [reason, cause?.reason].some((text) => text?.includes('Limit of total fields'))
    ? 'The document has new attributes, but the search space has reached the maximum number of attributes.'
    : 'The search engine rejected the document.';
}

/** True if a later write or deletion has won. */
function isOutdated({ status, error }: BulkItem): boolean {
  return status === 409 && error?.type === 'version_conflict_engine_exception';
}

/** New version for a retry if the stored version is from a clock ahead of this one; otherwise undefined. */
function newerThan(item: BulkItem, clock: VersionClock): number | undefined {
  if (!isOutdated(item)) return undefined;
  const stored = Number(/current version \[(\d+)\]/.exec(item.error!.reason)?.[1]);
  if (!clock.isAhead(stored)) return undefined;
  clock.observe(stored);
  return clock.next();
}

/**
 * Clock for external versions, which order the writes of a document by their start time.
 *
 * An abandoned request may arrive after a newer write. It has the lower version and is rejected.
 */
interface VersionClock {
  /** Version of a write that starts now; strictly increasing. */
  next(): number;
  /** True if the version comes from a clock ahead of this one, so that a write now would be rejected as older. */
  isAhead(version: number): boolean;
  /** Later versions of this clock are greater than the given one. */
  observe(version: number): void;
}

/** A random step distinguishes writes of two processes in one millisecond; versions stay below 2⁵³. */
const STEPS_PER_MS = 1024;

function versionClock(): VersionClock {
  let latest = 0;
  return {
    next() {
      latest = Math.max(latest + 1, Date.now() * STEPS_PER_MS + randomInt(STEPS_PER_MS));
      return latest;
    },
    isAhead: (version) => version > Math.max(latest, (Date.now() + 1) * STEPS_PER_MS),
    observe(version) {
      latest = Math.max(latest, version);
    },
  };
}
