/** Document writer: searches find acknowledged writes; of concurrent writes, the last started wins. */
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
  isIndexReplaced,
  refresh,
} from '../cluster/bulk.ts';
import { bulkPath, writeAlias } from '../cluster/index-aliases.ts';
import { analyzeDocuments, documentKey } from '../indices/index-document.ts';
import type { IndexVersions } from '../indices/index-versions.ts';
import type { IndexVersion } from '../indices/query-target.ts';
import type { StoredThesaurus } from '../indices/thesaurus-store.ts';
import { storedRun } from './runs.ts';

/** Documents per bulk request; while the cluster indexes one batch, the next is analyzed. */
const BATCH_SIZE = 250;
const MAX_CONCURRENT_BATCHES = 2;

/** A document with its external version. */
export interface Write {
  document: DocumentInput;
  version: number;
  /** Time of the write in milliseconds since 1970. */
  written: number;
  /** Id of the latest synchronization run at the time of the write. */
  run: string | undefined;
}

/** A document and the external version that was read. */
export interface SeenDocument {
  id: string;
  version: number;
}

type Prepare<Item> = (items: Item[], version: number, indexVersion: IndexVersion) => Promise<BulkOperation[]>;

export function documentWriter(indexVersions: IndexVersions) {
  const { writing: cluster, alias, words } = indexVersions;
  const clock = versionClock();

  /** Writes items in batches, and resolves to the outcomes by document id. */
  async function writeBatches<Item extends { id: string }>(items: Item[], prepare: Prepare<Item>) {
    if (items.length === 0) return new Map<string, BulkOutcome>();
    const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, i) =>
      items.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
    );
    const outcomes = await mapWithConcurrency(batches, MAX_CONCURRENT_BATCHES, (batch) =>
      writeBatch(batch, prepare, indexVersions, clock),
    );
    await refresh(`${alias},${words.index}`, cluster);
    indexVersions.invalidate();
    return new Map(outcomes.flatMap((batchOutcomes) => [...batchOutcomes]));
  }

  /** Deletes documents with the versions that were read, or with a new version by default. */
  async function remove(documents: { id: string; version?: number }[]): Promise<Map<string, BulkOutcome>> {
    const outcomes = await writeBatches(documents, async (remaining, version) =>
      remaining.map((document) => versioned({ version, ...document })),
    );
    for (const outcome of outcomes.values()) {
      if (outcome.status >= 400 && outcome.status !== 404 && !isOutdated(outcome))
        throw new BackendError('server-error', `A document could not be deleted: ${outcome.status}`);
    }
    return outcomes;
  }

  async function deleteAll(ids: string[]): Promise<boolean[]> {
    const outcomes = await remove(Array.from(new Set(ids), (id) => ({ id })));
    // If a later write has won, the document existed.
    return ids.map((id) => outcomes.get(id)!.status === 200 || isOutdated(outcomes.get(id)!));
  }

  return {
    async put(documents: DocumentInput[]): ReturnType<DocumentOperations['put']> {
      const { toWrite, outcome } = batchOutcome(documents);
      const outcomes = await writeBatches(toWrite, async (remaining, version, indexVersion) => {
        const written = Date.now();
        const run = (await storedRun(indexVersions))?._source.id;
        const writes = remaining.map((document) => ({ document, version, written, run }));
        return indexOperations(writes, indexVersion, indexVersions);
      });
      const rejections = [...outcomes].flatMap(([id, result]): [string, string][] =>
        result.error && !isOutdated(result) ? [[id, rejectionReason(result.error)]] : [],
      );
      return outcome(new Map(rejections));
    },
    delete: async (id: string) => (await deleteAll([id]))[0]!,
    deleteAll,
    /** Deletes documents that have not been written since they were read; resolves to the number of deleted documents. */
    async removeUnchanged(documents: SeenDocument[]): Promise<number> {
      const outcomes = await remove(documents);
      return [...outcomes.values()].filter(({ status }) => status === 200).length;
    },
  };
}

/** Repeats operations if the index was replaced, because records depend on its thesaurus, or if another clock is ahead. */
async function writeBatch<Item extends { id: string }>(
  items: Item[],
  prepare: Prepare<Item>,
  indexVersions: IndexVersions,
  clock: VersionClock,
) {
  const outcomes = new Map<string, BulkOutcome>();
  const retry = exponentialBackoff();
  let version = clock.next();
  for (let remaining = items; ; ) {
    const indexVersion = await indexVersions.require();
    const sent = await prepare(remaining, version, indexVersion);
    const results = await bulk(sent, bulkPath(writeAlias(indexVersion.index)), indexVersions.writing);
    for (const [i, { id }] of remaining.entries()) outcomes.set(id, results[i]!);
    const versionsAhead = results.map(winningVersion).filter(clock.isBehind);
    remaining = remaining.filter(
      (_, i) => isIndexReplaced(results[i]!) || versionsAhead.includes(winningVersion(results[i]!)),
    );
    if (remaining.length === 0) return outcomes;
    if (versionsAhead.length > 0) version = clock.next(Math.max(...versionsAhead));
    // A retry with a newer version needs no pause; a retry after the index was replaced does.
    if (!results.some(isIndexReplaced)) continue;
    indexVersions.invalidate();
    await retry('busy');
  }
}

/** Stores the words of the documents, and returns the operations that index the documents. */
export async function indexOperations(
  writes: Write[],
  tagger: StoredThesaurus,
  { words }: Pick<IndexVersions, 'words'>,
): Promise<BulkOperation[]> {
  const documents = writes.map(({ document }) => document);
  const analyzed = await analyzeDocuments(documents, tagger);
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

function rejectionReason({ reason, caused_by: cause }: NonNullable<BulkOutcome['error']>): string {
  return [reason, cause?.reason].some((text) => text?.includes('Limit of total fields'))
    ? 'The document has new attributes, but the search space has reached the maximum number of attributes.'
    : 'The search engine rejected the document.';
}

/** True if a later write or deletion has won. */
function isOutdated({ status, error }: BulkOutcome): boolean {
  return status === 409 && error?.type === 'version_conflict_engine_exception';
}

/** Version of the write that has won; 0 if there was no conflict. */
function winningVersion(outcome: BulkOutcome): number {
  if (!isOutdated(outcome)) return 0;
  return Number(/current version \[(\d+)\]/.exec(outcome.error!.reason)?.[1] ?? 0);
}

/** A random step distinguishes writes of two processes in one millisecond; versions stay below 2⁵³. */
const STEPS_PER_MS = 1024;

type VersionClock = ReturnType<typeof versionClock>;

/** Clock for external versions: a request that arrives after a newer write has the lower version and is rejected. */
function versionClock() {
  let latest = 0;
  return {
    /** Version of a write that starts now; greater than earlier versions and than `observed`. */
    next(observed = 0): number {
      latest = Math.max(latest + 1, observed + 1, Date.now() * STEPS_PER_MS + randomInt(STEPS_PER_MS));
      return latest;
    },
    /** True if the version is from a clock ahead of this clock, so that a write now would be rejected as older. */
    isBehind: (version: number) => version > Math.max(latest, (Date.now() + 1) * STEPS_PER_MS),
  };
}
