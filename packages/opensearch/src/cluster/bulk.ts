/** Bulk requests, repeated until each operation has an outcome; retries of reads. */
import { setTimeout as pause } from 'node:timers/promises';
import { BackendError, isServiceFailure } from '@semantic-search/engine/backend';
import type { Cluster } from './cluster.ts';

/** The delay doubles with each attempt. */
const INITIAL_BACKOFF_MS = 50;
const MAX_BACKOFF_MS = 5000;
/** Total time of retries while the cluster reports overload, and while it does not respond. */
const MAX_RETRY_MS = { busy: 60_000, silent: 15_000 };

/** Has an explicit id, so that repeating it is idempotent. */
export interface BulkOperation {
  /** Such as `{ index: { _id: 'a' } }`. */
  action: object;
  /** Absent for a deletion. */
  record?: object;
}

export interface BulkItem {
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

export interface BulkOutcome extends BulkItem {
  /** An earlier attempt without a response may have been processed. */
  isRepeated: boolean;
}

/** Placeholder for each item if there was no response. */
const NO_RESPONSE: BulkItem = { status: 0 };

/**
 * Final outcomes in the order of the operations. `supersede` may return the operation to send instead of a failed one.
 *
 * The helper of the client repeats only items with status 429, and forgets which were sent before a lost response.
 */
export async function bulk<Operation extends BulkOperation>(
  operations: Operation[],
  path: string,
  cluster: Cluster,
  supersede: (operation: Operation, item: BulkItem) => Operation | undefined = () => undefined,
): Promise<BulkOutcome[]> {
  const outcomes: BulkOutcome[] = [];
  const retry = exponentialBackoff();
  for (let pending = operations.map((operation, index) => ({ operation, index })); pending.length > 0; ) {
    const sent = pending;
    const items = await sendBulk(
      sent.map(({ operation }) => operation),
      path,
      cluster,
    );
    pending = sent.flatMap(({ operation, index }, i) => {
      const item = items[i] ?? NO_RESPONSE;
      const isRepeated = item.status === 0 || outcomes[index]?.isRepeated === true;
      outcomes[index] = { ...item, isRepeated };
      const next = isRetryable(item) ? operation : supersede(operation, item);
      return next ? [{ operation: next, index }] : [];
    });
    if (pending.length > 0) await retry(items.some(({ status }) => status === 0) ? 'silent' : 'busy');
  }
  return outcomes;
}

async function sendBulk(operations: BulkOperation[], path: string, cluster: Cluster): Promise<BulkItem[]> {
  const lines = operations
    .flatMap(({ action, record }) => (record ? [action, record] : [action]))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
  const same = (item: BulkItem) => operations.map(() => item);
  try {
    const { items } = (await cluster.call({ method: 'POST', path, lines })) as {
      items: Record<string, BulkItem>[];
    };
    return items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (error.kind === 'overloaded') return same({ status: 429 });
    if (error.kind === 'unreachable' || error.kind === 'timeout') return same(NO_RESPONSE);
    throw error;
  }
}

/** True if a later attempt may succeed: overload, a relocating shard, or an index that is write-blocked by reindexing. */
function isRetryable({ status, error }: BulkItem): boolean {
  return [0, 429, 503].includes(status) || error?.type === 'cluster_block_exception';
}

/** True if another index version is active now; nothing was written. */
export function isGone({ error }: BulkItem): boolean {
  return error?.type === 'index_not_found_exception';
}

/** Waits before the next attempt; rejects when the total retry time is exceeded. */
export function exponentialBackoff(): (reason: keyof typeof MAX_RETRY_MS) => Promise<void> {
  const began = performance.now();
  let next = INITIAL_BACKOFF_MS;
  return async (reason) => {
    if (performance.now() - began > MAX_RETRY_MS[reason]) {
      throw new BackendError('overloaded', 'The cluster does not accept writes.');
    }
    // Jitter, so that rejected clients do not retry simultaneously.
    await pause(next * (0.75 + Math.random() / 2));
    next = Math.min(2 * next, MAX_BACKOFF_MS);
  };
}

/** Retries a read as long as a write would be retried. Rejects with the error of the last attempt. */
export async function retryTransientErrors<Result>(
  load: () => Promise<Result>,
  isTransient: (error: unknown) => boolean = isServiceFailure,
): Promise<Result> {
  for (const retry = exponentialBackoff(); ; ) {
    try {
      return await load();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await retry('silent').catch(() => {
        throw error;
      });
    }
  }
}

/** Makes writes searchable. */
export async function refresh(indices: string, cluster: Cluster): Promise<void> {
  // A failed shard may be relocating.
  const isTransient = (error: unknown) =>
    isServiceFailure(error) || (error instanceof BackendError && error.kind === 'malformed');
  await retryTransientErrors(() => cluster.refresh(indices), isTransient);
}
