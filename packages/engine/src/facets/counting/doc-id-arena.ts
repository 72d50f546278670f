/** Arena allocator for the document lists of a query, which saves allocating each list. */
import type { SharedUint16Array } from '@semantic-search/query/collections';

const MIN_ARENA_DOCS = 1 << 16;
const MAX_ARENA_DOCS = 1 << 22;
/** Allocating a shorter list takes no longer than a view of the arena. */
const MIN_LIST_LENGTH = 32;

export class DocIdArena {
  #documents = new Uint16Array(MIN_ARENA_DOCS);
  #used = 0;

  /** Invalidates all lists of the previous query. */
  reset(): void {
    this.#used = 0;
  }

  /** Copies the first `count` documents; the copy is valid until `reset`. */
  copy(documents: SharedUint16Array, count = documents.length): Uint16Array {
    if (count < MIN_LIST_LENGTH || count > MAX_ARENA_DOCS) return documents.slice(0, count) as Uint16Array;
    if (this.#used + count > this.#documents.length) {
      // Existing lists keep the previous buffer alive.
      const length = Math.max(count, Math.min(this.#documents.length * 2, MAX_ARENA_DOCS));
      this.#documents = new Uint16Array(length);
      this.#used = 0;
    }
    const copy = this.#documents.subarray(this.#used, this.#used + count);
    copy.set(documents.subarray(0, count));
    this.#used += count;
    return copy;
  }
}
