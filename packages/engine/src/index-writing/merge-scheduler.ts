/** Merge scheduler: runs one merge at a time, and replaces the merged segments. */
import { errorMessage } from '@semantic-search/query/errors';
import type { MergeInput } from '../index/doc-id-mapping.ts';
import { SegmentReader } from '../index/reader.ts';
import type { ConceptTable } from '../index/subject-concepts.ts';
import type { MergedSegment } from './merger.ts';

/** Runs a merge, here or in a worker thread. If it rejects, the segments stay unchanged. */
export type Merge = (number: number, inputs: MergeInput[], table: ConceptTable) => Promise<MergedSegment>;

/** Time without merges after a failed merge. Without merging, queries are only slower. */
const PAUSE_AFTER_FAILURE_MS = 60_000;

interface MergeTarget {
  /** True if segments must be merged. */
  isDue(): boolean;
  /** Merges the next segments and publishes the result, unless the scheduler was closed meanwhile. */
  mergeNext(): Promise<void>;
  warn?: ((message: string) => void) | undefined;
}

export class MergeScheduler {
  readonly #target: MergeTarget;
  #merging: Promise<void> | undefined;
  /** Time of the performance clock before which no merge starts; 0 unless the last merge failed. */
  #retryAt = 0;
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
    const isBlocked = this.#isPaused || this.#isClosed || performance.now() < this.#retryAt;
    if (this.#merging || isBlocked || !this.#target.isDue()) return;
    this.#merging = this.#mergeAll()
      .catch((error) => this.#pauseAfter(error))
      .finally(() => {
        this.#merging = undefined;
      });
  }

  /** Runs `work` while no merge runs. */
  async pauseFor(work: () => Promise<void>): Promise<void> {
    this.#isPaused = true;
    try {
      await this.#idle();
      await work();
    } finally {
      this.#isPaused = false;
    }
    this.start();
  }

  /** Resolves when no merge is pending. */
  async #idle(): Promise<void> {
    while (this.#merging) await this.#merging;
  }

  /** Discards the result of a running merge. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#idle();
  }

  async #mergeAll(): Promise<void> {
    while (!this.#isClosed && this.#target.isDue()) {
      await this.#target.mergeNext();
      this.#retryAt = 0;
    }
  }

  #pauseAfter(error: unknown): void {
    if (this.#isClosed) return;
    const message = `Segments of the index could not be merged (${errorMessage(error)}); a later write merges them.`;
    if (this.#retryAt === 0) this.#target.warn?.(message);
    this.#retryAt = performance.now() + PAUSE_AFTER_FAILURE_MS;
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
