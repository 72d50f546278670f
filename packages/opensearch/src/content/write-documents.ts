/**
 * Document writer: bulk requests with limited concurrency and backoff.
 *
 * Acknowledged writes are searchable.
 *
 * External versions order the writes of a document by their start time, regardless of their arrival.
 */

import { contentHash, type DocumentInput } from '@semantic-search/engine';
import {
  BackendError,
  batchOutcome,
  type DocumentWriter,
  isServiceFailure,
} from '@semantic-search/server/backends';
import { type BulkItem, exponentialBackoff, isRetryable, NO_RESPONSE, sendBulk } from '../cluster/bulk.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type VersionClock, versionClock } from '../cluster/external-versions.ts';
import { bulkPath, writeAlias } from '../cluster/index-aliases.ts';
import { analyzeDocuments, documentKey } from '../indices/index-document.ts';
import type { IndexVersion, IndexVersions } from '../indices/index-versions.ts';

/** Documents per bulk request. */
export const BATCH_SIZE = 250;
const MAX_CONCURRENT_BATCHES = 2;

/** A document and its external version. */
export interface Write {
  document: DocumentInput;
  version: number;
  /** Time of the write in milliseconds since 1970; null if a previous version of this server wrote it. */
  written: number | null;
}

/** A document and the external version that was read. */
export interface SeenDocument {
  id: string;
  version: number;
}

/** A deletion and its external version. */
type Removal = SeenDocument;

/** Also deletes documents on the condition that they have not been written since. */
export interface OpensearchWriter extends DocumentWriter {
  /** Resolves to the number of deleted documents. */
  removeUnchanged(documents: SeenDocument[]): Promise<number>;
}

export function documentWriter(indexVersions: IndexVersions): OpensearchWriter {
  const { writing: cluster, alias, words } = indexVersions;
  const clock = versionClock();

  /** Resolves to the reasons of rejected documents, keyed by id. */
  async function write(documents: DocumentInput[]): Promise<Map<string, string>> {
    const rejected = new Map<string, string>();
    const retry = exponentialBackoff();
    const version = clock.next();
    const written = Date.now();
    for (
      let left: Write[] = documents.map((document) => ({ document, version, written }));
      left.length > 0;
    ) {
      const indexVersion = await indexVersions.require();
      const items = await bulkIndex(
        bulkPath(writeAlias(indexVersion.index)),
        left,
        indexVersion,
        indexVersions,
      );
      const again: Write[] = [];
      left.forEach((write, i) => {
        const item = items[i]!;
        const newer = newerThan(item, clock);
        if (isRetryable(item) || isGone(item)) again.push(write);
        else if (newer !== undefined) again.push({ ...write, version: newer });
        else if (item.error && !isOutdated(item))
          rejected.set(write.document.id, rejectionReason(item.error));
      });
      if (again.length > 0) await retry(items);
      if (items.some(isGone)) indexVersions.invalidate();
      left = again;
    }
    return rejected;
  }

  async function seen(): Promise<void> {
    await refresh(`${alias},${words.index}`, cluster);
    indexVersions.invalidate();
  }

  /** Returns the ids that existed. A version conflict repeats or ends the deletion, as `onConflict` decides. */
  async function remove(
    removals: Removal[],
    onConflict: (removal: Removal, item: BulkItem) => Removal | 'deleted' | 'kept',
  ): Promise<Set<string>> {
    const existing = new Set<string>();
    const retry = exponentialBackoff();
    for (let left = removals; left.length > 0; ) {
      const path = bulkPath(writeAlias((await indexVersions.require()).index));
      const lines = left.map((removal) => `${JSON.stringify({ delete: deletionOf(removal) })}\n`).join('');
      const items = await sendBulk({ method: 'POST', path, lines }, left.length, cluster);
      const again: Removal[] = [];
      left.forEach((removal, i) => {
        const item = items[i] ?? NO_RESPONSE;
        // An attempt without a response may have deleted the document, so it counts as existing.
        if (item.status === 200 || item.status === 0) existing.add(removal.id);
        if (isRetryable(item) || isGone(item)) again.push(removal);
        else if (isOutdated(item)) {
          const next = onConflict(removal, item);
          if (next === 'deleted') existing.add(removal.id);
          else if (next !== 'kept') again.push(next);
        } else if (item.status >= 400 && item.status !== 404)
          throw new BackendError('server-error', `A document could not be deleted: ${item.status}`);
      });
      if (again.length > 0) await retry(items);
      if (items.some(isGone)) indexVersions.invalidate();
      left = again;
    }
    return existing;
  }

  async function deleteAll(ids: string[]): Promise<boolean[]> {
    const existing = new Set<string>();
    await forEachConcurrently(chunk([...new Set(ids)]), async (some) => {
      const version = clock.next();
      const removals = some.map((id) => ({ id, version }));
      const found = await remove(removals, ({ id }, item) => {
        const newer = newerThan(item, clock);
        // A later write has won, so the document existed.
        return newer === undefined ? 'deleted' : { id, version: newer };
      });
      for (const id of found) existing.add(id);
    });
    if (ids.length > 0) await seen();
    return ids.map((id) => existing.has(id));
  }

  /** A deletion with the version that was read fails if the document has a later one. */
  async function removeUnchanged(documents: SeenDocument[]): Promise<number> {
    let removed = 0;
    await forEachConcurrently(chunk(documents), async (some) => {
      const { size } = await remove(some, () => 'kept');
      removed += size;
    });
    if (documents.length > 0) await seen();
    return removed;
  }

  return {
    async put(documents) {
      const { toWrite, outcome } = batchOutcome(documents);
      const rejections = new Map<string, string>();
      await forEachConcurrently(chunk(toWrite), async (some) => {
        for (const [id, rejection] of await write(some)) rejections.set(id, rejection);
      });
      if (toWrite.length > 0) await seen();
      return outcome(rejections);
    },
    delete: async (id) => (await deleteAll([id]))[0]!,
    deleteAll,
    removeUnchanged,
  };
}

function rejectionReason({ reason, caused_by: cause }: NonNullable<BulkItem['error']>): string {
  return [reason, cause?.reason].some((each) => each?.includes('Limit of total fields'))
    ? 'The document has new attributes, but the search space has reached the maximum number of attributes.'
    : 'The search engine rejected the document.';
}

export function chunk<Item>(items: Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, i) =>
    items.slice(i * BATCH_SIZE, (i + 1) * BATCH_SIZE),
  );
}

/** Repeating a write with the same version is idempotent. */
const VERSION_TYPE = 'external_gte';

function deletionOf({ id, version }: Removal): object {
  return { _id: documentKey(id), version, version_type: VERSION_TYPE };
}

/** Stores the words of the documents, then indexes them. Returns the items in the order of the documents. */
export async function bulkIndex(
  path: string,
  writes: Write[],
  { thesaurus, extractor }: Pick<IndexVersion, 'thesaurus' | 'extractor'>,
  { words, writing }: Pick<IndexVersions, 'words' | 'writing'>,
): Promise<BulkItem[]> {
  const documents = writes.map(({ document }) => document);
  const found = await analyzeDocuments(documents, { thesaurus: thesaurus.thesaurus, extractor });
  await words.add(found);
  const lines = found.map(({ record }, i) => {
    const { document, version, written } = writes[i]!;
    const action = { index: { _id: documentKey(document.id), version, version_type: VERSION_TYPE } };
    const listed = { hash: contentHash(document), written };
    return `${JSON.stringify(action)}\n${JSON.stringify({ ...record, ...listed })}\n`;
  });
  return sendBulk({ method: 'POST', path, lines: lines.join('') }, documents.length, writing);
}

/** True if a later write or deletion has won. */
function isOutdated({ status, error }: BulkItem): boolean {
  return status === 409 && error?.type === 'version_conflict_engine_exception';
}

/** Makes writes searchable, with retries. */
export async function refresh(indices: string, cluster: Cluster): Promise<void> {
  for (const retry = exponentialBackoff(); ; ) {
    const item = await tryRefresh(indices, cluster);
    if (item === undefined) return;
    await retry([item]);
  }
}

/** Undefined on success, otherwise an item for the backoff. */
async function tryRefresh(indices: string, cluster: Cluster): Promise<BulkItem | undefined> {
  try {
    await cluster.refresh(indices);
    return undefined;
  } catch (error) {
    // A failed shard may be relocating.
    if (isServiceFailure(error) || (error instanceof BackendError && error.kind === 'malformed'))
      return NO_RESPONSE;
    throw error;
  }
}

/** True if another index version is active now; nothing was written. */
function isGone({ error }: BulkItem): boolean {
  return error?.type === 'index_not_found_exception';
}

/** New version for a retry if the stored version is from a clock ahead of this one; otherwise undefined. */
function newerThan(item: BulkItem, clock: VersionClock): number | undefined {
  if (!isOutdated(item)) return undefined;
  const there = Number(/current version \[(\d+)\]/.exec(item.error!.reason)?.[1]);
  if (!clock.isAhead(there)) return undefined;
  clock.observe(there);
  return clock.next();
}

/** Rejects with the first failure, after all started work has ended. */
async function forEachConcurrently<Item>(items: Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  const outcomes = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_BATCHES }, worker));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}
