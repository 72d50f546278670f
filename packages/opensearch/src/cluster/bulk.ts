/** Bulk requests: outcome per item, retries with exponential backoff. */

import { setTimeout as pause } from 'node:timers/promises';
import { BackendError, isServiceFailure } from '@semantic-search/server/backends';
import type { Cluster } from './cluster.ts';
import type { Call } from './node-pool.ts';

/** The delay doubles with each attempt. */
const INITIAL_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5000;
/** Total time of retries while the cluster reports overload, and while it does not respond. */
const MAX_RETRY_MS = { busy: 60_000, silent: 15_000 };

export interface BulkItem {
  /** Empty if the cluster did not process the item. */
  _index: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

/** Placeholder for each item if there was no response. */
export const NO_RESPONSE: BulkItem = { _index: '', status: 0 };

/** Waits before the next attempt; rejects when the total retry time is exceeded. */
export function exponentialBackoff(): (items: BulkItem[]) => Promise<void> {
  const began = performance.now();
  let next = INITIAL_BACKOFF_MS;
  return async (items) => {
    const longest = items.some(({ status }) => status === 0) ? MAX_RETRY_MS.silent : MAX_RETRY_MS.busy;
    if (performance.now() - began > longest) {
      throw new BackendError('overloaded', 'The cluster does not accept writes.');
    }
    // Jitter, so that rejected clients do not retry simultaneously.
    await pause(next * (0.75 + Math.random() / 2));
    next = Math.min(2 * next, MAX_BACKOFF_MS);
  };
}

/** Retries a read as long as a write would be retried. Rejects with the error of the last attempt. */
export async function retryTransientErrors<Answer>(load: () => Promise<Answer>): Promise<Answer> {
  for (const retry = exponentialBackoff(); ; ) {
    try {
      return await load();
    } catch (error) {
      if (!isServiceFailure(error)) throw error;
      await retry([NO_RESPONSE]).catch(() => {
        throw error;
      });
    }
  }
}

/** Outcome of each of `count` items. Items have explicit ids, so repeating them is idempotent. */
export async function sendBulk(call: Call, count: number, cluster: Cluster): Promise<BulkItem[]> {
  try {
    const { items } = (await cluster.call(call)) as { items: Record<string, BulkItem>[] };
    return items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (error.kind === 'overloaded') return Array(count).fill({ ...NO_RESPONSE, status: 429 });
    if (['unreachable', 'timeout'].includes(error.kind)) return Array(count).fill(NO_RESPONSE);
    throw error;
  }
}

/** True if a later attempt may succeed: overload, a relocating shard, or an index that is write-blocked by reindexing. */
export function isRetryable(item: BulkItem | undefined): boolean {
  if (!item) return false;
  return [0, 429, 503].includes(item.status) || item.error?.type === 'cluster_block_exception';
}
