/** Concept counter of one segment: counts frequent concepts with bitmaps, the others one by one. */

import { bitsetWords, type ConceptColumns, MAX_FREQUENT_CONCEPTS } from '../index/concept-columns.ts';
import type { SegmentReader } from '../index/index-reader.ts';
import { prefetch } from '../index/prefetch.ts';
import { type Add, addUp, addUpAll, type Found } from './delta-counting.ts';
import { addRows } from './sparse-counter.ts';

/** Adds to `counts`, by concept, how many documents have it or something narrower. */
export function countConcepts(found: Found, counts: Uint32Array): void {
  countFrequent(found, counts);
  countRare(found, counts);
}

/** The same for the concepts that are frequent in the part. */
export function countFrequent(found: Found, counts: Uint32Array): void {
  const { concepts } = found.part;
  addUp(found, concepts.frequentBits, counts, (documents, into, sign) => {
    addBits(concepts, documents, into, sign);
  });
}

/** The same for the others; of those from the place `limit` on in the order of the part, any number is added. */
export function countRare(found: Found, counts: Uint32Array, limit?: number): void {
  const { concepts } = found.part;
  addUp(found, concepts.rare, counts, adding(concepts, limit), adding(concepts));
}

/** How many documents of the part have concepts that are not frequent there, deleted ones included. */
export function countRareInAll(
  { concepts, segment }: SegmentReader,
  counts: Uint32Array,
  sign: number,
): void {
  addUpAll(segment, concepts.rare, counts, adding(concepts), sign);
}

function adding(concepts: ConceptColumns, limit = concepts.order.length): Add {
  return (documents, counts, sign) => addRows(concepts, documents, counts, sign, limit);
}

/** For fewer documents each bit that is set is looked at by itself. */
const fewestInBlocks = 32;

function addBits(concepts: ConceptColumns, documents: Uint16Array, counts: Uint32Array, sign: number): void {
  if (documents.length < fewestInBlocks) {
    addEachBit(concepts, documents, counts, sign);
    return;
  }
  const { order, frequent, frequentBits } = concepts;
  countBits(frequentBits, bitsetWords(concepts), documents);
  for (let place = 0; place < frequent; place++) counts[order[place]!]! += sign * tally[place]!;
}

function addEachBit(concepts: ConceptColumns, documents: Uint16Array, counts: Uint32Array, sign: number) {
  const { order, frequentBits } = concepts;
  const width = bitsetWords(concepts);
  // Read before they are needed: memory is then waited for once, not for each document.
  let ahead = 0;
  for (let i = 0; i < documents.length; i++) ahead |= frequentBits[documents[i]! * width]!;
  prefetch(ahead);
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

/** How often each bit was set. */
const tally = new Int32Array(MAX_FREQUENT_CONCEPTS);
/** By place within a byte, counts for four bits as the bytes of a number. */
const lanes = new Int32Array(8);

const everyEighth = 0x0101_0101;
/** So few documents that their bits stay in the nearest memory from one word to the next; no more than 255 blocks of eight. */
const chunk = 64 * 8;

/** Counts into `tally` how often each bit is set among the documents. */
function countBits(bits: Int32Array, width: number, documents: Uint16Array): void {
  tally.fill(0);
  const whole = documents.length & ~7;
  for (let begin = 0; begin < whole; begin += chunk) {
    const end = Math.min(begin + chunk, whole);
    for (let word = 0; word < width; word++) countBlocks(bits, width, word, documents, begin, end);
  }
  for (let i = whole; i < documents.length; i++) {
    for (let place = 0; place < width * 32; place++)
      tally[place]! += (bits[documents[i]! * width + (place >>> 5)]! >>> (place & 31)) & 1;
  }
}

/** Eight documents at a time, added up by carry-save adders (Hacker's Delight, section 5-2). */
function countBlocks(
  bits: Int32Array,
  width: number,
  word: number,
  documents: Uint16Array,
  begin: number,
  end: number,
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
    lanes[0]! += eights & everyEighth;
    lanes[1]! += (eights >>> 1) & everyEighth;
    lanes[2]! += (eights >>> 2) & everyEighth;
    lanes[3]! += (eights >>> 3) & everyEighth;
    lanes[4]! += (eights >>> 4) & everyEighth;
    lanes[5]! += (eights >>> 5) & everyEighth;
    lanes[6]! += (eights >>> 6) & everyEighth;
    lanes[7]! += (eights >>> 7) & everyEighth;
  }
  for (let bit = 0; bit < 32; bit++) {
    const rest = ((ones >>> bit) & 1) + 2 * ((twos >>> bit) & 1) + 4 * ((fours >>> bit) & 1);
    tally[word * 32 + bit]! += 8 * ((lanes[bit & 7]! >>> (bit & ~7)) & 0xff) + rest;
  }
  lanes.fill(0);
}
