/** Bulk requests: what came of each of their items, and how long it is tried again where a cluster is busy or silent. */
import { setTimeout as pause } from 'node:timers/promises';
import { BackendError } from '../backend-error.ts';
import type { Cluster } from './cluster.ts';
import { isPassing } from './ignorable-errors.ts';
import type { Call } from './node-pool.ts';

/** The first pause before a busy cluster is tried again, twice as long each time up to the longest, in milliseconds. */
const firstPause = 50;
const longestPause = 5000;
/** How long it is tried again in all: while it answers that it is busy, and while it does not answer. */
const patience = { busy: 60_000, silent: 15_000 };

export interface BulkItem {
  /** '' where the cluster did not get to the item. */
  _index: string;
  status: number;
  error?: { type: string; reason: string; caused_by?: { reason?: string } };
}

/** In place of an answer about each document, where there was none. */
export const silent: BulkItem = { _index: '', status: 0 };

/** Waits before another attempt, longer each time; rejects when it has been tried long enough. */
export function retrying(): (items: BulkItem[]) => Promise<void> {
  const began = performance.now();
  let next = firstPause;
  return async (items) => {
    const longest = items.some(({ status }) => status === 0) ? patience.silent : patience.busy;
    if (performance.now() - began > longest) {
      throw new BackendError('overloaded', 'The cluster takes no changes.');
    }
    // Not at the same moment as everyone else who was turned away.
    await pause(next * (0.75 + Math.random() / 2));
    next = Math.min(2 * next, longestPause);
  };
}

/** For what changes nothing, asked again for as long as a change is. Rejects as the last attempt did. */
export async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const retry = retrying(); ; ) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await retry([silent]).catch(() => {
        throw error;
      });
    }
  }
}

/** What came of each of `count` items. Items have their ids: to write one once more does no harm. */
export async function itemsOf(call: Call, count: number, cluster: Cluster): Promise<BulkItem[]> {
  try {
    const { items } = (await cluster.call(call)) as { items: Record<string, BulkItem>[] };
    return items.map((item) => Object.values(item)[0]!);
  } catch (error) {
    if (!(error instanceof BackendError)) throw error;
    if (error.kind === 'overloaded') return Array(count).fill({ ...silent, status: 429 });
    if (['unreachable', 'slow', 'resting'].includes(error.kind)) return Array(count).fill(silent);
    throw error;
  }
}

/** Not taken, and perhaps taken later: too much at a time, a shard that is just being moved, an index built anew. */
export function isBusy(item: BulkItem | undefined): boolean {
  if (!item) return false;
  return [0, 429, 503].includes(item.status) || item.error?.type === 'cluster_block_exception';
}
