/**
 * The most frequent concepts among very many documents, without counting all concepts: from the most frequent of the
 * whole space on, until none that is left can still be among those asked for. Concepts are looked at as bitmaps.
 */
import type { Generation, Part } from '../index/generation.ts';
import { addConceptTotals, type Found } from './counting.ts';

/** A smaller share of the documents is counted faster one by one. */
const leastShare = 0.15;
/** Bitmaps take 8 kB each for a full segment, and as long to look at as so many concepts are counted one by one. */
const mostConcepts = 192;
/** Segments below this are counted one by one. */
const smallestSegment = 64;

const totalsOfGenerations = new WeakMap<Generation, { totals: Uint32Array; order: Uint32Array }>();

/**
 * Counts by concept, right for all that can be among the `limit` most frequent within the facet and ties of the last,
 * and too low for others; undefined where counting one by one is to be preferred.
 */
export function topConceptCounts(
  generation: Generation,
  found: Found[],
  within: ArrayLike<number>,
  limit: number,
  countAll: (part: Part, found: Found, counts: Uint32Array) => void,
): Uint32Array | undefined {
  const size = found.reduce((sum, { lists }) => sum + lists.reduce((each, list) => each + list.length, 0), 0);
  if (size < generation.documents * leastShare || limit > mostConcepts / 4) return undefined;
  const { totals, order } = orderOf(generation);
  const large = generation.parts.flatMap((part, i) =>
    part.segment.size < smallestSegment
      ? []
      : [{ bitmaps: bitmapsOf(part, order), bits: bitsOf(part, found[i]!) }],
  );
  const ones = new Uint32Array(totals.length);
  generation.parts.forEach((part, i) => {
    if (part.segment.size < smallestSegment) countAll(part, found[i]!, ones);
  });
  const counts = new Uint32Array(totals.length);
  // Ascending counts of the best so far.
  const best: number[] = [];
  let looked = 0;
  for (const concept of order) {
    if (best.length === limit && totals[concept]! < best[0]!) return counts;
    if (++looked > mostConcepts) return undefined;
    if (within[concept] !== 1) continue;
    let count = ones[concept]!;
    for (const { bitmaps, bits } of large) count += common(bits, bitmaps.get(concept)!);
    counts[concept] = count;
    if (count > 0) insert(best, count, limit);
  }
  return counts;
}

function insert(best: number[], count: number, limit: number): void {
  const at = best.findIndex((each) => each >= count);
  best.splice(at < 0 ? best.length : at, 0, count);
  if (best.length > limit) best.shift();
}

/** Concepts by how many documents have them, most first; only those that may be looked at. */
function orderOf(generation: Generation): { totals: Uint32Array; order: Uint32Array } {
  let known = totalsOfGenerations.get(generation);
  if (!known) {
    const totals = new Uint32Array(generation.thesaurus.thesaurus.size);
    for (const part of generation.parts) addConceptTotals(part.concepts, totals);
    const order = Uint32Array.from(totals.keys()).sort((a, b) => totals[b]! - totals[a]! || a - b);
    known = { totals, order: order.slice(0, mostConcepts + 1) };
    totalsOfGenerations.set(generation, known);
  }
  return known;
}

const bitmapsOfColumns = new WeakMap<object, Map<number, Uint32Array>>();

/** A bit for each document of the part, by concept; made for all of them at once. */
function bitmapsOf({ concepts, segment }: Part, order: Uint32Array): Map<number, Uint32Array> {
  const known = bitmapsOfColumns.get(concepts) ?? new Map<number, Uint32Array>();
  bitmapsOfColumns.set(concepts, known);
  const wanted = order.subarray(0, mostConcepts).filter((concept) => !known.has(concept));
  if (wanted.length === 0) return known;
  const { expanded, expandedStarts } = concepts;
  const places = new Int32Array(Math.max(...wanted) + 1).fill(-1);
  const bitmaps = [...wanted].map((concept, place) => {
    places[concept] = place;
    return new Uint32Array(Math.ceil(segment.size / 32));
  });
  for (let document = 0; document < segment.size; document++) {
    for (let i = expandedStarts[document]!; i < expandedStarts[document + 1]!; i++) {
      const place = places[expanded[i]!] ?? -1;
      if (place >= 0) bitmaps[place]![document >>> 5]! |= 1 << (document & 31);
    }
  }
  wanted.forEach((concept, place) => {
    known.set(concept, bitmaps[place]!);
  });
  return known;
}

function bitsOf({ segment }: Part, { lists }: Found): Uint32Array {
  const bits = new Uint32Array(Math.ceil(segment.size / 32));
  for (const documents of lists) {
    for (let i = 0; i < documents.length; i++) bits[documents[i]! >>> 5]! |= 1 << (documents[i]! & 31);
  }
  return bits;
}

/** How many bits are set in both (population count, Hacker's Delight, section 5-1), three words at a time. */
function common(a: Uint32Array, b: Uint32Array): number {
  let count = 0;
  let i = 0;
  for (; i + 2 < a.length; i += 3) {
    const nibbles =
      inNibbles(a[i]! & b[i]!) + inNibbles(a[i + 1]! & b[i + 1]!) + inNibbles(a[i + 2]! & b[i + 2]!);
    count += Math.imul((nibbles & 0x0f0f_0f0f) + ((nibbles >>> 4) & 0x0f0f_0f0f), 0x0101_0101) >>> 24;
  }
  for (; i < a.length; i++) {
    const nibbles = inNibbles(a[i]! & b[i]!);
    count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}

/** The number of bits in each four, at most 4: three of these can be added up. */
function inNibbles(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  return (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
}
