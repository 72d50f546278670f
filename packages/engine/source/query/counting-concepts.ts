/** Counts concepts over documents of one part: the frequent ones by their bits, 32 at a time, the others one by one. */
import type { ConceptColumns } from '../index/concept-columns.ts';
import type { Part } from '../index/generation.ts';
import { addRows, addTotals, countAll, type Found } from './counting.ts';

/** Adds to `counts`, by concept, how many documents have it or something narrower. */
export function countConcepts(part: Part, found: Found, counts: Uint32Array): void {
  countFrequent(part, found, counts);
  countRare(part, found, counts);
}

/** The same for the frequent concepts of the part alone. */
export function countFrequent(
  { concepts, segment }: Part,
  { lists, missing }: Found,
  counts: Uint32Array,
): void {
  if (concepts.frequent.length === 0) return;
  if (missing) {
    addTotals(concepts.frequentBits, counts, () => {
      const totals = new Uint32Array(counts.length);
      addBits(
        concepts,
        Uint16Array.from({ length: segment.size }, (_, i) => i),
        totals,
        1,
      );
      return totals;
    });
    addBits(concepts, missing, counts, -1);
  } else for (const documents of lists) addBits(concepts, documents, counts, 1);
}

/** The same for all others. */
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

function addBits(
  { frequent, frequentBits }: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
) {
  const width = Math.ceil(frequent.length / 32);
  for (let word = 0; word < width; word++) {
    tally.fill(0);
    countBits(frequentBits, width, word, documents);
    const end = Math.min(32, frequent.length - word * 32);
    for (let bit = 0; bit < end; bit++) counts[frequent[word * 32 + bit]!]! += sign * tally[bit]!;
  }
}

/** How often each bit was set. */
const tally = new Int32Array(32);
/** By place within a byte, counts for four bits as the bytes of a number. */
const lanes = new Int32Array(8);

const everyEighth = 0x0101_0101;
/** A byte holds no more than 255 blocks of eight documents. */
const chunk = 255 * 8;

/** Adds to `tally` how often each bit of a word is set among the documents. */
function countBits(bits: Int32Array, width: number, word: number, documents: Uint16Array): void {
  const whole = documents.length & ~7;
  for (let begin = 0; begin < whole; begin += chunk) {
    countBlocks(bits, width, word, documents, begin, Math.min(begin + chunk, whole));
  }
  for (let i = whole; i < documents.length; i++) {
    const here = bits[documents[i]! * width + word]!;
    for (let bit = 0; bit < 32; bit++) tally[bit]! += (here >>> bit) & 1;
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
    tally[bit]! += 8 * ((lanes[bit & 7]! >>> (bit & ~7)) & 0xff) + rest;
  }
  lanes.fill(0);
}
