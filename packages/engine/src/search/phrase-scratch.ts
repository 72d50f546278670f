/** Phrase scratch: reusable buffers of the phrase scorer. */
import { MAX_FREQUENCY } from '../index/postings.ts';
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';

/** Candidates that the phrase scorer processes at a time, so that their positions can be prefetched. */
export const PHRASE_BATCH_DOCS = 64;

export class PhraseScratch {
  /** Documents of the batch. */
  readonly batch = new Uint16Array(PHRASE_BATCH_DOCS);
  /** By cursor, then by document of the batch: index of the posting, or -1. */
  postings = new Int32Array(16 * PHRASE_BATCH_DOCS);
  /** 1 for each candidate; zero between uses. */
  readonly isCandidate = new Uint8Array(MAX_SEGMENT_DOCS);
  /** One element longer, for branch-free loops. */
  readonly filtered = new Uint16Array(MAX_SEGMENT_DOCS + 1);
  /** Positions in a document where the phrase so far ends, and those of its next word. */
  previous = new Uint32Array(MAX_FREQUENCY);
  current = new Uint32Array(MAX_FREQUENCY);
  readonly ends = new PhraseEnds();

  swapPositions(): void {
    [this.previous, this.current] = [this.current, this.previous];
  }
}

/** End positions of an incomplete phrase, by document; empty between phrases. */
export class PhraseEnds {
  #positions = new Uint32Array(1 << 16);
  #used = 0;
  readonly #starts = new Uint32Array(MAX_SEGMENT_DOCS);
  readonly #counts = new Uint32Array(MAX_SEGMENT_DOCS);
  readonly #documents = new Uint16Array(MAX_SEGMENT_DOCS);
  #documentCount = 0;

  /** Stores the first `count` positions. Call once per document. */
  add(document: number, positions: Uint32Array, count: number): void {
    if (this.#used + count > this.#positions.length) {
      const longer = new Uint32Array(2 * (this.#used + count));
      longer.set(this.#positions);
      this.#positions = longer;
    }
    for (let i = 0; i < count; i++) this.#positions[this.#used + i] = positions[i]!;
    this.#starts[document] = this.#used;
    this.#counts[document] = count;
    this.#documents[this.#documentCount++] = document;
    this.#used += count;
  }

  count(document: number): number {
    return this.#counts[document]!;
  }

  /** Copies the positions in ascending order. */
  read(document: number, into: Uint32Array): void {
    const start = this.#starts[document]!;
    for (let i = 0; i < this.#counts[document]!; i++) into[i] = this.#positions[start + i]!;
  }

  /**
   * Removes the ends directly before the first `count` of these ascending positions. Each end then continues once, even if
   * several terms share the next position, such as `R&D` and `R`.
   */
  removeBefore(document: number, positions: Uint32Array, count: number): void {
    const start = this.#starts[document]!;
    let [left, next] = [0, 0];
    for (let i = 0; i < this.#counts[document]!; i++) {
      const end = this.#positions[start + i]!;
      if (next < count && positions[next] === end + 1) next++;
      else this.#positions[start + left++] = end;
    }
    this.#counts[document] = left;
  }

  clear(): void {
    for (let i = 0; i < this.#documentCount; i++) this.#counts[this.#documents[i]!] = 0;
    this.#documentCount = 0;
    this.#used = 0;
  }
}
