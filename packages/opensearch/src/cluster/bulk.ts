/** Bulk requests and reads with retries and exponential backoff. */
import { setTimeout as pause } from 'node:timers/promises';
import { BackendError, isServiceFailure } from '@semantic-search/engine/backend';
import type { Cluster } from './cluster.ts';

/** The delay doubles with each attempt. */
const INITIAL_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5000;
/** Maximum time of retries while the cluster reports overload (`busy`) or does not respond (`silent`). */
const MAX_RETRY_MS = { busy: 60_000, silent: 15_000 };

/** A write with an explicit id, so that repeating the write is idempotent. */
export interface BulkOperation {
  /** Such as `{ index: { _id: 'a' } }`. */
  action: object;
  /** Absent for a deletion. */
  record?: object;
}

/** Status 0 if there was no response. */
export interface BulkOutcome {
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

/** Final outcomes in the order of the operations. The helper of the client repeats only items with status 429. */
export async function bulk(operations: BulkOperation[], path: string, cluster: Cluster) {
  const outcomes: BulkOutcome[] = [];
  const retry = exponentialBackoff();
  for (let pending = [...operations.keys()]; ; ) {
    const sent = pending.map((index) => operations[index]!);
    const items = await sendBulk(sent, path, cluster);
    for (const [i, index] of pending.entries()) outcomes[index] = items[i] ?? { status: 0 };
    pending = pending.filter((index) => isRetryable(outcomes[index]!));
    if (pending.length === 0) return outcomes;
    await retry(items.some(({ status }) => status === 0) ? 'silent' : 'busy');
  }
}

async function sendBulk(operations: BulkOperation[], path: string, cluster: Cluster): Promise<BulkOutcome[]> {
  const lines = operations.flatMap(({ action, record }) => (record ? [action, record] : [action]));
  const bulkBody = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  try {
    const response = await cluster.call({ method: 'POST', path, bulkBody });
    const { items } = response as { items: Record<string, BulkOutcome>[] };
    return items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    const { kind } = error as Partial<BackendError>;
    if (kind === 'overloaded') return operations.map(() => ({ status: 429 }));
    if (kind === 'unreachable' || kind === 'timeout') return operations.map(() => ({ status: 0 }));
    throw error;
  }
}

/** True if a later attempt may succeed: overload, a relocating shard, or an index that is write-blocked by reindexing. */
function isRetryable({ status, error }: BulkOutcome): boolean {
  return [0, 429, 503].includes(status) || error?.type === 'cluster_block_exception';
}

/** True if another index version has replaced the index; nothing was written. */
export function isIndexReplaced({ error }: BulkOutcome): boolean {
  return error?.type === 'index_not_found_exception';
}

/** Waits before the next attempt; rejects when the total retry time is exceeded. */
export function exponentialBackoff(): (reason: keyof typeof MAX_RETRY_MS) => Promise<void> {
  const startedAt = performance.now();
  let delayMs = INITIAL_BACKOFF_MS;
  return async (reason) => {
    if (performance.now() - startedAt > MAX_RETRY_MS[reason])
      throw new BackendError('overloaded', 'The cluster does not accept writes.');
    // Jitter of up to a quarter: otherwise all rejected clients would retry at the same time.
    await pause(delayMs * (0.75 + Math.random() / 2));
    delayMs = Math.min(2 * delayMs, MAX_BACKOFF_MS);
  };
}

/** Retries a read as long as a write would be retried. Rejects with the error of the last attempt. */
export async function retryTransientErrors<Result>(load: () => Promise<Result>): Promise<Result> {
  for (const retry = exponentialBackoff(); ; ) {
    try {
      return await load();
    } catch (error) {
      // A shard that fails may be relocating.
      if (!isServiceFailure(error) && (error as Partial<BackendError>).kind !== 'malformed') throw error;
      await retry('silent').catch(() => {
        throw error;
      });
    }
  }
}

/** Searches, and retries while the cluster has transient errors. */
export function searchReliably<Source>(path: string, body: object, cluster: Cluster) {
  return retryTransientErrors(() => cluster.search<Source>(path, body));
}

/** Makes writes searchable. */
export function refresh(indices: string, cluster: Cluster): Promise<void> {
  return retryTransientErrors(() => cluster.refresh(indices));
}
