/** Merge scheduler: runs one merge at a time, and retries a failed one with exponential backoff. */

import { errorMessage } from '@semantic-search/query/errors';
import type { ConceptTable } from '../index/concept-columns.ts';
import type { MergeInput } from '../index/doc-id-mapping.ts';
import { SegmentReader } from '../index/reader.ts';
import type { MergedSegment } from './merger.ts';

/** Runs a merge, here or in a worker thread. If it rejects, the segments stay unchanged and the merge is retried. */
export type Merge = (number: number, inputs: MergeInput[], table: ConceptTable) => Promise<MergedSegment>;

/** Exponential backoff after a failed merge. */
const MIN_RETRY_DELAY_MS = 1000;
const MAX_RETRY_DELAY_MS = 600_000;

interface MergeTarget {
  /** Whether segments are to be merged. */
  isDue(): boolean;
  /** Merges the next segments and publishes the result, unless the scheduler was closed meanwhile. */
  mergeNext(): Promise<void>;
  warn?: ((message: string) => void) | undefined;
}

export class MergeScheduler {
  readonly #target: MergeTarget;
  #merging: Promise<void> | undefined;
  /** Retry timer after a failed merge. */
  #retryTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isPaused = false;
  #isClosed = false;

  constructor(target: MergeTarget) {
    this.#target = target;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Merges until nothing is due, unless a merge runs already. */
  start(): void {
    if (this.#merging || this.#retryTimer || this.#isPaused || this.#isClosed || !this.#target.isDue())
      return;
    this.#merging = this.#mergeAll()
      .catch((error) => this.#scheduleRetry(error))
      .finally(() => {
        this.#merging = undefined;
      });
  }

  /** Runs `work` without a merge beside it. */
  async pauseFor(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true;
    try {
      await this.idle();
      await work();
    } finally {
      this.#isPaused = false;
    }
    this.start();
  }

  /** Resolves when no merge is pending. */
  async idle(): Promise<void> {
    while (this.#merging) await this.#merging;
  }

  /** Discards the result of a running merge. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    await this.idle();
  }

  async #mergeAll(): Promise<void> {
    while (!this.#isClosed && this.#target.isDue()) {
      await this.#target.mergeNext();
      this.#failures = 0;
    }
  }

  /** Warns once; without merging, queries are only slower. */
  #scheduleRetry(error: unknown): void {
    if (this.#isClosed) return;
    if (this.#failures === 0)
      this.#target.warn?.(
        `Segments of the index could not be merged (${errorMessage(error)}); the merge is retried later.`,
      );
    const delay = Math.min(MIN_RETRY_DELAY_MS * 2 ** this.#failures++, MAX_RETRY_DELAY_MS);
    this.#retryTimer = setTimeout(() => {
      this.#retryTimer = undefined;
      this.start();
    }, delay).unref();
  }
}

/**
 * Replaces merged segments by their result, without documents that were deleted during the merge. `before` holds the readers
 * from the start of the merge. Returns undefined if none of their segments is left.
 */
export function applyMerge(
  current: readonly SegmentReader[],
  before: readonly SegmentReader[],
  { segment, columns }: MergedSegment,
): SegmentReader[] | undefined {
  const inputs = current.filter((reader) => before.some((input) => input.segment === reader.segment));
  if (inputs.length === 0) return undefined;
  const live = new Set(inputs.flatMap((reader) => reader.liveKeys()));
  const deleted = before.flatMap((reader) => reader.liveKeys()).filter((key) => !live.has(key));
  const merged = new SegmentReader(segment, columns, null).withoutKeys(deleted);
  return current.toSpliced(current.indexOf(inputs[0]!), inputs.length, merged);
}
