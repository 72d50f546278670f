/** Counts concepts over documents of one part: the frequent ones by their bits, 32 at a time, the others one by one. */
import { type ConceptColumns, mostFrequent } from '../index/concept-columns.ts';
import type { Part } from '../index/generation.ts';
import { addRows, addTotals, countAll, type Found } from './counting.ts';

/** Words of 32 bits that the frequent concepts of a part take for each document. */
export function wordsOf({ frequent }: ConceptColumns): number {
  return Math.ceil(frequent.length / 32);
}

const allWords = (concepts: ConceptColumns) => [...Array(wordsOf(concepts)).keys()];

/** Adds to `counts`, by concept, how many documents have it or something narrower. */
export function countConcepts(part: Part, found: Found, counts: Uint32Array): void {
  countWords(part, found, allWords(part.concepts), counts);
  countRare(part, found, counts);
}

/** The same for the frequent concepts whose bits are in these words. */
export function countWords(
  { concepts, segment }: Part,
  { lists, missing }: Found,
  words: number[],
  counts: Uint32Array,
): void {
  if (missing) {
    const totals = frequentTotals(concepts, segment.size);
    for (const word of words) {
      for (let i = word * 32; i < Math.min(totals.length, word * 32 + 32); i++)
        counts[concepts.frequent[i]!]! += totals[i]!;
    }
    addBits(concepts, words, missing, counts, -1);
  } else for (const documents of lists) addBits(concepts, words, documents, counts, 1);
}

/** The same for all concepts that are not frequent in the part. */
export function countRare({ concepts }: Part, { lists, missing }: Found, counts: Uint32Array): void {
  const { rareStarts, rare } = concepts;
  const add = (documents: Uint16Array, sign: number) => addRows(rareStarts, rare, documents, counts, sign);
  if (missing) {
    addRareTotals(concepts, counts);
    add(missing, -1);
  } else for (const documents of lists) add(documents, 1);
}

/** Adds to `counts`, by concept that is not frequent, how many documents have it, deleted ones included. */
export function addRareTotals({ rare }: ConceptColumns, counts: Uint32Array): void {
  addTotals(rare, counts, () => countAll(rare, counts.length));
}

const totals = new WeakMap<object, Uint32Array>();

/** By place among the frequent concepts, how many documents have it, deleted ones included; made once. */
export function frequentTotals(concepts: ConceptColumns, size: number): Uint32Array {
  let known = totals.get(concepts.frequentBits);
  if (!known) {
    const everything = Uint16Array.from({ length: size }, (_, i) => i);
    countBits(concepts.frequentBits, wordsOf(concepts), allWords(concepts), everything);
    known = Uint32Array.from(concepts.frequent, (_, place) => tally[place]!);
    totals.set(concepts.frequentBits, known);
  }
  return known;
}

/** For fewer documents each bit that is set is looked at by itself. */
const fewestInBlocks = 32;

function addBits(
  concepts: ConceptColumns,
  words: number[],
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
) {
  if (documents.length < fewestInBlocks) addEachBit(concepts, words, documents, counts, sign);
  else {
    const { frequent, frequentBits } = concepts;
    countBits(frequentBits, wordsOf(concepts), words, documents);
    for (const word of words) {
      const end = Math.min(32, frequent.length - word * 32);
      for (let bit = 0; bit < end; bit++)
        counts[frequent[word * 32 + bit]!]! += sign * tally[word * 32 + bit]!;
    }
  }
}

function addEachBit(
  concepts: ConceptColumns,
  words: number[],
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
) {
  const { frequent, frequentBits } = concepts;
  const width = wordsOf(concepts);
  for (let i = 0; i < documents.length; i++) {
    for (const word of words) {
      let rest = frequentBits[documents[i]! * width + word]!;
      while (rest !== 0) {
        counts[frequent[word * 32 + 31 - Math.clz32(rest & -rest)]!]! += sign;
        rest &= rest - 1;
      }
    }
  }
}

/** How often each bit was set. */
const tally = new Int32Array(mostFrequent);
/** By place within a byte, counts for four bits as the bytes of a number. */
const lanes = new Int32Array(8);

const everyEighth = 0x0101_0101;
/** So few documents that their bits stay in the nearest memory from one word to the next; no more than 255 blocks of eight. */
const chunk = 64 * 8;

/** Counts into `tally` how often each bit of these words is set among the documents. */
function countBits(bits: Int32Array, width: number, words: number[], documents: Uint16Array): void {
  tally.fill(0);
  const whole = documents.length & ~7;
  for (let begin = 0; begin < whole; begin += chunk) {
    for (const word of words)
      countBlocks(bits, width, word, documents, begin, Math.min(begin + chunk, whole));
  }
  for (let i = whole; i < documents.length; i++) {
    for (const word of words) {
      const here = bits[documents[i]! * width + word]!;
      for (let bit = 0; bit < 32; bit++) tally[word * 32 + bit]! += (here >>> bit) & 1;
    }
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
