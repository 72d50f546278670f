/** Sparse counter: counts the rare concepts in the rows of documents, one by one. */

import type { ConceptColumns } from '../../index/concept-columns.ts';
import { prefetch } from '../../index/prefetch.ts';
import { type FacetScratch, PREFETCH_ROWS } from './facet-scratch.ts';

/** Below this share of all documents, rows are so far apart that reading them is bound by memory latency. */
const MIN_DENSE_SHARE = 1 / 8;

/** Adds to `counts`, by concept, without the concepts from index `end` of the order on. */
export function countRareRows(
  columns: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  end: number,
  scratch: FacetScratch,
): void {
  if (documents.length < (columns.rareStarts.length - 1) * MIN_DENSE_SHARE)
    countSparseRows(columns, documents, counts, sign, end, scratch);
  else countDenseRows(columns, documents, counts, sign, end, scratch);
}

/** Counts by rank first: looking up the concept of each entry would cost more. */
function countDenseRows(
  { rareStarts, rare, order }: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  end: number,
  scratch: FacetScratch,
): void {
  const rankCounts = scratch.rankCounts(order.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const rowEnd = rareStarts[document + 1]!;
    for (let j = rareStarts[document]!; j < rowEnd; j++) {
      const rank = rare[j]!;
      if (rank >= end) break;
      rankCounts[rank]!++;
    }
  }
  for (let rank = 0; rank < end; rank++) counts[order[rank]!]! += sign * rankCounts[rank]!;
  rankCounts.fill(0, 0, end);
}

/** Prefetches the ends of the next rows, so that cache misses overlap. */
function countSparseRows(
  { rareStarts, rare, order }: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  end: number,
  { rowStarts, rowEnds }: FacetScratch,
): void {
  for (let from = 0; from < documents.length; from += PREFETCH_ROWS) {
    const length = Math.min(PREFETCH_ROWS, documents.length - from);
    for (let i = 0; i < length; i++) {
      rowStarts[i] = rareStarts[documents[from + i]!]!;
      rowEnds[i] = rareStarts[documents[from + i]! + 1]!;
    }
    let sum = 0;
    for (let i = 0; i < length; i++) sum += (rare[rowStarts[i]!] ?? 0) + (rare[rowEnds[i]! - 1] ?? 0);
    prefetch(sum);
    for (let i = 0; i < length; i++) {
      const rowEnd = rowEnds[i]!;
      for (let j = rowStarts[i]!; j < rowEnd; j++) {
        const rank = rare[j]!;
        if (rank >= end) break;
        counts[order[rank]!]! += sign;
      }
    }
  }
}
