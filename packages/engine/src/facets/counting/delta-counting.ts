/**
 * Delta counting: derives facet counts from the totals of a baseline that is close to the matches.
 *
 * Baselines are all documents of a segment, or those with one attribute value; only the difference is counted.
 */
import { getOrInsert } from '@semantic-search/query/collections';
import { type Baseline, documentsOf, type Totals } from '../../index/baselines.ts';
import type { SegmentReader } from '../../index/reader.ts';
import type { FacetScratch } from './facet-scratch.ts';

/** Matches of a query in one segment. */
export interface SegmentMatches {
  reader: SegmentReader;
  /** Disjoint lists of all matches. */
  lists: Uint16Array[];
  delta: Delta | null;
}

interface Delta {
  baseline: Baseline;
  /** Documents of the baseline that do not match. */
  missing: Uint16Array;
  /** Matches outside the baseline. */
  additional: Uint16Array;
}

/** The totals of smaller segments would cost more than they save. */
export const MIN_DOCS_WITH_TOTALS = 65;
/** Cost of computing a delta, in counted documents per document of the segment. */
const DELTA_COST = 1 / 16;
/** Matches that select the nearest baseline; a wrong selection costs time and does not affect the counts. */
const SAMPLE_SIZE = 256;

/** Matches without a delta, for columns that are counted as fast as a delta is computed. */
export function plainMatches(reader: SegmentReader, lists: Uint16Array[]): SegmentMatches {
  return { reader, lists, delta: null };
}

/** Matches with the delta to the nearest baseline, if that saves time. */
export function deltaMatches(
  reader: SegmentReader,
  lists: Uint16Array[],
  scratch: FacetScratch,
): SegmentMatches {
  const { segment, core } = reader;
  const count = lists.reduce((sum, documents) => sum + documents.length, 0);
  if (segment.size < MIN_DOCS_WITH_TOTALS) return plainMatches(reader, lists);
  let minimum = count - segment.size * DELTA_COST;
  if (minimum <= 0) return plainMatches(reader, lists);
  const sample = sampleOf(lists, count);
  let nearest: Baseline | undefined;
  for (const baseline of core.baselines) {
    const difference = baseline.size + count - 2 * count * shareIn(baseline, sample);
    if (difference >= minimum) continue;
    minimum = difference;
    nearest = baseline;
  }
  return { reader, lists, delta: nearest ? deltaTo(nearest, lists, segment.size, scratch) : null };
}

/** Exactly the documents of a baseline. */
export function baselineMatches(reader: SegmentReader, baseline: Baseline): SegmentMatches {
  const none = new Uint16Array(0);
  return { reader, lists: [], delta: { baseline, missing: none, additional: none } };
}

/** Adds `sign` to the count of each value of the documents. */
export type Count = (documents: Uint16Array, counts: Uint32Array, sign: 1 | -1) => void;

/** Counts a column over the matches. If `count` skips some values, `countAll` must count them all. */
export function countMatches(
  { lists, delta }: SegmentMatches,
  column: object,
  counts: Uint32Array,
  scratch: FacetScratch,
  count: Count,
  countAll: Count = count,
): void {
  if (delta === null) {
    for (const documents of lists) count(documents, counts, 1);
    return;
  }
  addTotals(delta.baseline, column, counts, scratch, countAll);
  count(delta.missing, counts, -1);
  count(delta.additional, counts, 1);
}

/** Adds or subtracts the counts over all documents of a segment, including deleted ones. */
export function countSegment(
  { core }: SegmentReader,
  column: object,
  counts: Uint32Array,
  scratch: FacetScratch,
  count: Count,
  sign: 1 | -1,
): void {
  addTotals(core.baselines[0]!, column, counts, scratch, count, sign);
}

function addTotals(
  baseline: Baseline,
  column: object,
  counts: Uint32Array,
  scratch: FacetScratch,
  count: Count,
  sign = 1,
): void {
  const { values, counts: totals } = getOrInsert(baseline.totals, column, () => {
    const dense = new Uint32Array(counts.length);
    if (scratch.latestBaseline?.baseline !== baseline)
      scratch.latestBaseline = { baseline, documents: documentsOf(baseline) };
    count(scratch.latestBaseline.documents, dense, 1);
    return withoutZeros(dense);
  });
  for (let i = 0; i < values.length; i++) counts[values[i]!]! += sign * totals[i]!;
}

function withoutZeros(dense: Uint32Array): Totals {
  let count = 0;
  for (let value = 0; value < dense.length; value++) if (dense[value] !== 0) count++;
  const [values, counts] = [new Uint32Array(count), new Uint32Array(count)];
  for (let value = 0, at = 0; at < count; value++) {
    if (dense[value] === 0) continue;
    values[at] = value;
    counts[at++] = dense[value]!;
  }
  return { values, counts };
}

/** Evenly spaced matches. */
function sampleOf(lists: Uint16Array[], count: number): Uint16Array {
  const sample = new Uint16Array(Math.min(count, SAMPLE_SIZE));
  const step = count / sample.length;
  let [list, before] = [0, 0];
  for (let i = 0; i < sample.length; i++) {
    const at = Math.floor(i * step);
    while (at - before >= lists[list]!.length) before += lists[list++]!.length;
    sample[i] = lists[list]![at - before]!;
  }
  return sample;
}

function shareIn({ column, value }: Baseline, sample: Uint16Array): number {
  if (column === null) return 1;
  let count = 0;
  for (let i = 0; i < sample.length; i++) if (column[sample[i]!] === value) count++;
  return count / sample.length;
}

/** Branch-free, because the branches would be unpredictable. */
function deltaTo(baseline: Baseline, lists: Uint16Array[], size: number, scratch: FacetScratch): Delta {
  const { column, value } = baseline;
  const { docIds, isMatch, missing, additional } = scratch;
  isMatch.fill(0, 0, size);
  for (const documents of lists) for (let i = 0; i < documents.length; i++) isMatch[documents[i]!] = 1;
  let [missingCount, additionalCount] = [0, 0];
  for (let i = 0; i < size; i++) {
    const matches = isMatch[i]!;
    // 1 if the two values are equal: then no bit of their difference is set.
    const isIn = column === null ? 1 : ((column[i]! ^ value) - 1) >>> 31;
    missing[missingCount] = i;
    missingCount += isIn & (matches ^ 1);
    additional[additionalCount] = i;
    additionalCount += matches & (isIn ^ 1);
  }
  return {
    baseline,
    missing: docIds.copy(missing, missingCount),
    additional: docIds.copy(additional, additionalCount),
  };
}
