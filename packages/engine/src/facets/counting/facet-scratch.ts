/** Facet scratch: reusable buffers of facet counting, created once for each search space. */

import type { Baseline } from '../../index/baselines.ts';
import { MAX_FREQUENT_CONCEPTS } from '../../index/concept-columns.ts';
import { MAX_SEGMENT_DOCS } from '../../index/segment.ts';
import { DocIdArena } from './doc-id-arena.ts';

/** Rows that the sparse counter reads ahead at a time. */
export const PREFETCH_ROWS = 128;

/** The interleaved counter supports at most this many values. */
export const MAX_INTERLEAVED_VALUES = 4096;

const interleavedTable = () => new Uint32Array(MAX_INTERLEAVED_VALUES + 1);

export class FacetScratch {
  /** Document lists of the current query. */
  readonly docIds = new DocIdArena();
  /** Bit counter: number of documents by bit, and byte counters for every eighth bit. */
  readonly bitCounts = new Int32Array(MAX_FREQUENT_CONCEPTS);
  readonly bitLanes = new Int32Array(8);
  /** Sparse counter: bounds of the rows read ahead. */
  readonly rowStarts = new Uint32Array(PREFETCH_ROWS);
  readonly rowEnds = new Uint32Array(PREFETCH_ROWS);
  /** Interleaved counter: all zero between uses. */
  readonly interleaved = [
    interleavedTable(),
    interleavedTable(),
    interleavedTable(),
    interleavedTable(),
  ] as const;
  /** Delta counting. */
  readonly isMatch = new Uint8Array(MAX_SEGMENT_DOCS);
  readonly missing = new Uint16Array(MAX_SEGMENT_DOCS);
  readonly additional = new Uint16Array(MAX_SEGMENT_DOCS);
  /** Documents of the latest baseline, over which several columns are usually counted. */
  latestBaseline: { baseline: Baseline; documents: Uint16Array } | undefined;
  #rankCounts = new Uint32Array(0);

  /** Sparse counter: at least `size` zeros, which must be zero again after use. */
  rankCounts(size: number): Uint32Array {
    if (this.#rankCounts.length < size) this.#rankCounts = new Uint32Array(size);
    return this.#rankCounts;
  }
}
