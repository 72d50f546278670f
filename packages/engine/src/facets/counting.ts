/**
 * Facet counting: one loop over the values of the matches of a segment.
 *
 * If most documents of a segment match, counts the other documents and subtracts their counts from the totals.
 */
import { getOrInsert, lowerBound } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import type { CompactArray, Rows } from '../index/compact-array.ts';
import { CODES_PER_CONCEPT, conceptCounts } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/reader.ts';
import type { NumberColumn } from '../index/segment.ts';
import type { LabeledRange } from './ranges/range-buckets.ts';

/** Matches of a query in one segment. */
export interface SegmentMatches {
  reader: SegmentReader;
  /** Distinct live documents. */
  documents: Uint16Array;
}

/** Number of matches with each concept or a narrower one. */
export function countConcepts(matches: Iterable<SegmentMatches>, { size, data }: Thesaurus): Uint32Array {
  const codeCounts = new Uint32Array(CODES_PER_CONCEPT * size);
  for (const segmentMatches of matches)
    countRows(segmentMatches, segmentMatches.reader.concepts.countCodes, codeCounts);
  return conceptCounts(codeCounts, data.ancestors);
}

/** Adds the number of matches with each value to `counts`. */
export function countRows({ reader, documents }: SegmentMatches, rows: Rows, counts: Uint32Array): void {
  const { size } = reader.segment;
  const isSingleValued = getOrInsert(reader.core.singleValued, rows.values, () => hasOneValueEach(rows));
  const add = isSingleValued ? addSingleValues : addRows;
  if (documents.length * 2 <= size) {
    add(documents, rows, counts, 1);
    return;
  }
  const totals = getOrInsert(reader.core.totals, rows.values, () => totalsOf(rows.values, counts.length));
  for (let value = 0; value < totals.length; value++) counts[value]! += totals[value]!;
  add(complementOf(documents, size), rows, counts, -1);
}

function hasOneValueEach({ starts }: Rows): boolean {
  return starts.every((start, document) => start === document);
}

/** Faster than `addRows`: searches of one word in 1 million documents take 27 % less time. */
function addSingleValues(documents: Uint16Array, { values }: Rows, counts: Uint32Array, sign: 1 | -1): void {
  for (let i = 0; i < documents.length; i++) counts[values[documents[i]!]!]! += sign;
}

/** Above this share of the documents, the rows are so close in memory that the processor loads them ahead. */
const MAX_SPARSE_SHARE = 1 / 8;

function addRows(documents: Uint16Array, rows: Rows, counts: Uint32Array, sign: 1 | -1): void {
  const { starts, values } = rows;
  const isSparse = documents.length < starts.length * MAX_SPARSE_SHARE;
  // Never true, since values are numbers from zero, but the compiler would leave out a loop without a result.
  if (isSparse && bitsOfFirstValues(documents, rows) < 0) return;
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const end = starts[document + 1]!;
    for (let j = starts[document]!; j < end; j++) counts[values[j]!]! += sign;
  }
}

/**
 * Loads the rows into the cache of the processor, before `addRows` reads them. Without branches, the processor loads many
 * rows at the same time: searches of one word take 29 % less time.
 */
function bitsOfFirstValues(documents: Uint16Array, { starts, values }: Rows): number {
  let bits = 0;
  for (let i = 0; i < documents.length; i++) bits |= values[starts[documents[i]!]!]!;
  return bits;
}

/** Counts over all documents of a segment, including deleted ones. */
function totalsOf(values: CompactArray, size: number): Uint32Array {
  const totals = new Uint32Array(size);
  for (let i = 0; i < values.length; i++) totals[values[i]!]!++;
  return totals;
}

/** The documents of a segment of `size` documents that are not in the list. */
function complementOf(documents: Uint16Array, size: number): Uint16Array {
  const isListed = new Uint8Array(size);
  for (let i = 0; i < documents.length; i++) isListed[documents[i]!] = 1;
  const complement = new Uint16Array(size - documents.length);
  for (let document = 0, count = 0; document < size; document++)
    if (isListed[document] === 0) complement[count++] = document;
  return complement;
}

/** Adds the number of matches in each range to `counts`; a document counts once per range. */
export function countRanges(
  { starts, values }: NumberColumn,
  { documents }: SegmentMatches,
  ranges: readonly LabeledRange[],
  counts: Uint32Array,
): void {
  /** By range: the last document that was counted. */
  const lastDocument = new Int32Array(ranges.length).fill(-1);
  for (const document of documents) {
    for (let i = starts[document]!; i < starts[document + 1]!; i++) {
      const range = indexOfRange(ranges, values[i]!);
      if (range < 0 || lastDocument[range] === document) continue;
      lastDocument[range] = document;
      counts[range]!++;
    }
  }
}

/** Index of the range that contains the value, or -1. The ranges are ascending and do not overlap. */
function indexOfRange(ranges: readonly LabeledRange[], value: number): number {
  const index = lowerBound(0, ranges.length, (i) => ranges[i]!.to <= value);
  return index < ranges.length && value >= ranges[index]!.from ? index : -1;
}
