/** Concept counter of one segment: counts frequent concepts in bitsets, rare ones one by one. */

import { bitsetWords, type ConceptColumns } from '../../index/concept-columns.ts';
import { prefetch } from '../../index/prefetch.ts';
import type { SegmentReader } from '../../index/reader.ts';
import { type Count, countMatches, countSegment, type SegmentMatches } from './delta-counting.ts';
import type { FacetScratch } from './facet-scratch.ts';
import { countRareRows } from './sparse-counter.ts';

/** Adds to `counts`, by concept, the number of matches with the concept or a narrower one. */
export function countConcepts(matches: SegmentMatches, counts: Uint32Array, scratch: FacetScratch): void {
  countFrequent(matches, counts, scratch);
  countRare(matches, counts, scratch);
}

/** Like `countConcepts`, for the concepts that are frequent in the segment. */
export function countFrequent(matches: SegmentMatches, counts: Uint32Array, scratch: FacetScratch): void {
  const { concepts } = matches.reader;
  countMatches(matches, concepts.frequentBits, counts, scratch, (documents, into, sign) => {
    addBitsets(concepts, documents, into, sign, scratch);
  });
}

/** Like `countConcepts`, for the rare concepts. The counts of those from index `end` of the order on are undefined. */
export function countRare(
  matches: SegmentMatches,
  counts: Uint32Array,
  scratch: FacetScratch,
  end?: number,
): void {
  const { concepts } = matches.reader;
  const [count, countAll] = [rareCount(concepts, scratch, end), rareCount(concepts, scratch)];
  countMatches(matches, concepts.rare, counts, scratch, count, countAll);
}

/** Adds or subtracts the counts of rare concepts over all documents of a segment, including deleted ones. */
export function countRareOfSegment(
  reader: SegmentReader,
  counts: Uint32Array,
  scratch: FacetScratch,
  sign: 1 | -1,
): void {
  const { concepts } = reader;
  countSegment(reader, concepts.rare, counts, scratch, rareCount(concepts, scratch), sign);
}

function rareCount(concepts: ConceptColumns, scratch: FacetScratch, end = concepts.order.length): Count {
  return (documents, counts, sign) => countRareRows(concepts, documents, counts, sign, end, scratch);
}

/** For fewer documents, iterating over the set bits is faster than blocks of eight. */
const MIN_DOCS_IN_BLOCKS = 32;

function addBitsets(
  concepts: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  scratch: FacetScratch,
): void {
  if (documents.length < MIN_DOCS_IN_BLOCKS) {
    addSetBits(concepts, documents, counts, sign);
    return;
  }
  const { order, frequent, frequentBits } = concepts;
  const { bitCounts } = scratch;
  countBits(frequentBits, bitsetWords(concepts), documents, scratch);
  for (let i = 0; i < frequent; i++) counts[order[i]!]! += sign * bitCounts[i]!;
}

function addSetBits(concepts: ConceptColumns, documents: Uint16Array, counts: Uint32Array, sign: number) {
  const { order, frequentBits } = concepts;
  const width = bitsetWords(concepts);
  let sum = 0;
  for (let i = 0; i < documents.length; i++) sum |= frequentBits[documents[i]! * width]!;
  prefetch(sum);
  for (let i = 0; i < documents.length; i++) {
    for (let word = 0; word < width; word++) {
      let rest = frequentBits[documents[i]! * width + word]!;
      while (rest !== 0) {
        counts[order[word * 32 + 31 - Math.clz32(rest & -rest)]!]! += sign;
        rest &= rest - 1;
      }
    }
  }
}

/** The lowest bit of each byte. */
const LANE_MASK = 0x0101_0101;
/** Documents whose bitsets stay in the L1 cache from one word to the next; at most 255 blocks of eight. */
const DOCS_PER_CHUNK = 64 * 8;

/** Counts in `bitCounts` how many documents have each bit set. */
function countBits(bits: Int32Array, width: number, documents: Uint16Array, scratch: FacetScratch): void {
  const { bitCounts } = scratch;
  bitCounts.fill(0);
  const blocksEnd = documents.length & ~7;
  for (let begin = 0; begin < blocksEnd; begin += DOCS_PER_CHUNK) {
    const end = Math.min(begin + DOCS_PER_CHUNK, blocksEnd);
    for (let word = 0; word < width; word++) countBlocks(bits, width, word, documents, begin, end, scratch);
  }
  for (let i = blocksEnd; i < documents.length; i++) {
    for (let bit = 0; bit < width * 32; bit++)
      bitCounts[bit]! += (bits[documents[i]! * width + (bit >>> 5)]! >>> (bit & 31)) & 1;
  }
}

/** Adds up eight documents at a time by carry-save adders (Hacker's Delight, section 5-2). */
function countBlocks(
  bits: Int32Array,
  width: number,
  word: number,
  documents: Uint16Array,
  begin: number,
  end: number,
  { bitCounts, bitLanes: lanes }: FacetScratch,
): void {
  let ones = 0;
  let twos = 0;
  let fours = 0;
  for (let i = begin; i < end; i += 8) {
    const a = bits[documents[i]! * width + word]!;
    const b = bits[documents[i + 1]! * width + word]!;
    const c = bits[documents[i + 2]! * width + word]!;
    const d = bits[documents[i + 3]! * width + word]!;
    const e = bits[documents[i + 4]! * width + word]!;
    const f = bits[documents[i + 5]! * width + word]!;
    const g = bits[documents[i + 6]! * width + word]!;
    const h = bits[documents[i + 7]! * width + word]!;
    const onesB = ones ^ a ^ b;
    const onesD = onesB ^ c ^ d;
    const onesF = onesD ^ e ^ f;
    const twosB = (ones & a) | ((ones ^ a) & b);
    const twosD = (onesB & c) | ((onesB ^ c) & d);
    const twosF = (onesD & e) | ((onesD ^ e) & f);
    const twosH = (onesF & g) | ((onesF ^ g) & h);
    const twosHalf = twos ^ twosB ^ twosD;
    const foursD = (twos & twosB) | ((twos ^ twosB) & twosD);
    const foursH = (twosHalf & twosF) | ((twosHalf ^ twosF) & twosH);
    const eights = (fours & foursD) | ((fours ^ foursD) & foursH);
    ones = onesF ^ g ^ h;
    twos = twosHalf ^ twosF ^ twosH;
    fours ^= foursD ^ foursH;
    lanes[0]! += eights & LANE_MASK;
    lanes[1]! += (eights >>> 1) & LANE_MASK;
    lanes[2]! += (eights >>> 2) & LANE_MASK;
    lanes[3]! += (eights >>> 3) & LANE_MASK;
    lanes[4]! += (eights >>> 4) & LANE_MASK;
    lanes[5]! += (eights >>> 5) & LANE_MASK;
    lanes[6]! += (eights >>> 6) & LANE_MASK;
    lanes[7]! += (eights >>> 7) & LANE_MASK;
  }
  for (let bit = 0; bit < 32; bit++) {
    const rest = ((ones >>> bit) & 1) + 2 * ((twos >>> bit) & 1) + 4 * ((fours >>> bit) & 1);
    bitCounts[word * 32 + bit]! += 8 * ((lanes[bit & 7]! >>> (bit & ~7)) & 0xff) + rest;
  }
  lanes.fill(0);
}
