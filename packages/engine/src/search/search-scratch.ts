/**
 * Search scratch: reusable buffers of query execution, created once for each search space.
 *
 * Buffers described as zero are zero between uses; clearing the touched elements is cheaper than allocating.
 */
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';
import { MatchArena } from './match-arena.ts';
import { PhraseScratch } from './phrase-scratch.ts';
import { DEFAULT_SCORING, type Ranking } from './ranking.ts';

/** Branch-free loops write one element beyond the result. */
const MAX_WITH_OVERRUN = MAX_SEGMENT_DOCS + 1;

export class SearchScratch {
  /** Matches of the current query. */
  readonly matches = new MatchArena();
  readonly phrases = new PhraseScratch();
  /** Term and phrase scorer, boolean scorer: how words are ranked. */
  ranking: Ranking = DEFAULT_SCORING;

  /** Boolean scorer: scores and masks of the requirements met, by document; zero. */
  readonly scores = new Float32Array(MAX_SEGMENT_DOCS);
  readonly requirementsMet = new Uint32Array(MAX_SEGMENT_DOCS);
  /** Boolean scorer: documents that meet a requirement, and those that meet enough. */
  readonly candidates = new Uint16Array(MAX_WITH_OVERRUN);
  readonly hits = new Uint16Array(MAX_SEGMENT_DOCS);

  /** Term and phrase scorer: weighted term frequencies by document; zero. */
  readonly frequencies = new Uint32Array(MAX_SEGMENT_DOCS);
  /** Term scorer: like `frequencies`, for dense postings of one term; zero. At most 255 times the sum of the weights. */
  readonly denseFrequencies = new Uint16Array(MAX_SEGMENT_DOCS);
  /** Documents with a frequency or nearness. */
  readonly touched = new Uint16Array(MAX_WITH_OVERRUN);
  /** Term scorer: indexes of postings. */
  readonly postings = new Uint32Array(MAX_WITH_OVERRUN);
  /** Document frequencies: 1 for each document already counted; zero. */
  readonly seen = new Uint8Array(MAX_SEGMENT_DOCS);
  /** Stands for the tombstones of a segment without deletions. */
  readonly noTombstones = new Uint8Array(MAX_SEGMENT_DOCS);
  /** Concept scorer: nearness by document; zero. */
  readonly nearness = new Float32Array(MAX_SEGMENT_DOCS);

  /** Filters: 1 for each document that passes; undefined for documents that were not candidates. */
  readonly passes = new Uint8Array(MAX_SEGMENT_DOCS);
  readonly passing = new Uint16Array(MAX_WITH_OVERRUN);
  readonly failing = new Uint16Array(MAX_WITH_OVERRUN);

  #postingStarts = new Int32Array(256);

  /** Prefetch: start of the postings of a term by field. */
  postingStarts(fields: number): Int32Array {
    if (this.#postingStarts.length < fields) this.#postingStarts = new Int32Array(fields * 2);
    return this.#postingStarts;
  }

  /** Releases the results of the previous match phase. */
  reset(): void {
    this.matches.reset();
  }
}
