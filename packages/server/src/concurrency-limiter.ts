/**
 * Concurrency limiter with a fair queue: round-robin per client, sheds load early.
 *
 * A request that cannot start before its maximum wait is rejected at once, or as soon as the throughput of the queue shows
 * it. A wait without success would only hold memory and a place in the queue.
 */
import { type LastQueued, roundRobinQueue } from './round-robin-queue.ts';

export interface ConcurrencyLimiterOptions {
  /** Maximum number of tasks that run at the same time. */
  maxConcurrent: number;
  /** Maximum number of queued tasks. */
  maxQueued: number;
  /** Maximum wait in the queue, in milliseconds; longer waits are rejected as soon as they can be predicted. */
  maxWaitMs: number;
  /** The error for rejected tasks; `seconds` is the estimated time until the queue is empty. */
  rejection(seconds: number): Error;
}

export interface TaskOptions {
  /** Removes the task from the queue. */
  signal?: AbortSignal;
  /** Client identity; without it, all tasks share one queue. */
  client?: string;
}

export interface ConcurrencyLimiter {
  /** Runs `work` (FIFO per client). Rejects with the rejection error, the error of `work` or the reason of `signal`. */
  run<Result>(work: () => Promise<Result>, options?: TaskOptions): Promise<Result>;
  /** Number of queued tasks. */
  queued(): number;
}

interface QueuedTask {
  since: number;
  start(): void;
  reject(error: unknown): void;
}

/** Throughput is estimated after this many tasks per slot and this fraction of the maximum wait. */
const WARM_UP = { tasksPerSlot: 4, waitFraction: 1 / 4 };
/** After this many tasks per slot, older throughput counts half (exponential decay). */
const DECAY_TASKS_PER_SLOT = 8;

export function concurrencyLimiter(options: ConcurrencyLimiterOptions): ConcurrencyLimiter {
  const { maxConcurrent, maxQueued, maxWaitMs, rejection } = options;
  let running = 0;
  const queue = roundRobinQueue<QueuedTask>();
  const throughput = throughputEstimate(maxConcurrent, maxWaitMs);

  const overloadError = () => rejection(Math.max(1, Math.ceil(throughput.estimatedWait(queue.count) / 1000)));

  function evict({ client, item }: LastQueued<QueuedTask>): void {
    queue.remove(client, item);
    item.reject(overloadError());
  }

  function shedLoad(): void {
    for (let last = queue.last(); last; last = queue.last()) {
      if (performance.now() - last.item.since + throughput.estimatedWait(queue.count) <= maxWaitMs) return;
      evict(last);
    }
  }

  /** A full queue evicts the last task of the client with the most queued tasks, in favor of clients with fewer. */
  function canQueue(client: string): boolean {
    if (throughput.estimatedWait(queue.positionOfNext(client)) > maxWaitMs) return false;
    if (queue.count < maxQueued) return true;
    const last = queue.last();
    if (!last || last.queued <= queue.countOf(client) + 1) return false;
    evict(last);
    return true;
  }

  function next(): void {
    running -= 1;
    const first = queue.next();
    if (!first) return;
    throughput.countStart();
    first.start();
    shedLoad();
  }

  async function runNow<Result>(work: () => Promise<Result>): Promise<Result> {
    running += 1;
    try {
      return await work();
    } finally {
      next();
    }
  }

  return {
    queued: () => queue.count,
    run<Result>(work: () => Promise<Result>, { signal, client = '' }: TaskOptions = {}): Promise<Result> {
      if (running < maxConcurrent) return runNow(work);
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (queue.count === 0) throughput.reset();
      if (!canQueue(client)) return Promise.reject(overloadError());
      return new Promise<Result>((resolve, reject) => {
        const stopListening = () => signal?.removeEventListener('abort', abort);
        const entry: QueuedTask = {
          since: performance.now(),
          start: () => {
            stopListening();
            resolve(runNow(work));
          },
          reject: (error) => {
            stopListening();
            reject(error);
          },
        };
        const abort = () => {
          queue.remove(client, entry);
          reject(signal!.reason);
        };
        queue.add(client, entry);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}

/** Throughput of the queue since it was last empty. */
function throughputEstimate(maxConcurrent: number, maxWaitMs: number) {
  /** When the queue was last empty, and the number of tasks started from it since then. */
  let [since, started] = [0, 0];
  /** Earliest time of an estimate. */
  let estimateFrom = 0;
  return {
    /** The queue is empty. */
    reset(): void {
      [since, started] = [performance.now(), 0];
      estimateFrom = since + maxWaitMs * WARM_UP.waitFraction;
    },
    countStart(): void {
      started += 1;
      if (started < DECAY_TASKS_PER_SLOT * maxConcurrent) return;
      since += (performance.now() - since) / 2;
      started /= 2;
    },
    /** Estimated time until `count` queued tasks have started, in milliseconds; 0 without an estimate. */
    estimatedWait(count: number): number {
      const now = performance.now();
      return started < WARM_UP.tasksPerSlot * maxConcurrent || now < estimateFrom
        ? 0
        : (count * (now - since)) / started;
    },
  };
}
