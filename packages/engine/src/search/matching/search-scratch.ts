/**
 * Search scratch: reusable buffers of query execution, created once for each search space.
 *
 * Buffers described as zero are zero between uses; clearing the touched elements is cheaper than allocating.
 */
import { MAX_SEGMENT_DOCS } from '../../index/segment.ts';

export class SearchScratch {
  /** Boolean scorer: scores and masks of the requirements met, by document; zero. */
  readonly scores = new Float32Array(MAX_SEGMENT_DOCS);
  readonly requirementsMet = new Uint32Array(MAX_SEGMENT_DOCS);
  /** Boolean scorer: documents that meet a requirement; those that meet enough requirements are moved to the front. */
  readonly candidates = new Uint16Array(MAX_SEGMENT_DOCS);

  /** Title scorer: masks of the requirements that titles meet, by document; zero. */
  readonly metInTitles = new Uint32Array(MAX_SEGMENT_DOCS);

  /** Matches: weights by document; zero. */
  readonly weights = new Float32Array(MAX_SEGMENT_DOCS);
  /** Matches: a bit for each document with a match; zero. */
  readonly matching = new Int32Array(MAX_SEGMENT_DOCS / 32);
  /** Evaluation: 1 for each document that may be a hit; zero. */
  readonly isCandidate = new Uint8Array(MAX_SEGMENT_DOCS);
  /** Matches: documents with a weight. Title scorer: documents with a mask. */
  readonly touched = new Uint16Array(MAX_SEGMENT_DOCS);
}
