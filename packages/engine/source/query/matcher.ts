/** Finds the documents of one part of the index that hold a word, a phrase or a concept. */
import { highestFrequency } from '../index/build-postings.ts';
import type { Part } from '../index/generation.ts';
import { GrowingUint32 } from '../index/growing.ts';
import { readPositions, skipPositions } from '../index/positions.ts';
import { findTerm, firstNotBelow, largestSegment, lastPosition, type Postings } from '../index/segment.ts';
import type { Uint8, Uint16, Uint32 } from '../thesaurus/packed.ts';

/** Numbers of words that count as one: forms of a word, words with the same beginning. */
export type TermGroup = number[];

export type Matcher =
  | { kind: 'word'; terms: TermGroup }
  | { kind: 'phrase'; words: TermGroup[] }
  /** How near each concept is to the one asked for, 1 for itself and 0 for those not meant; by concept. */
  | { kind: 'concept'; nearness: Float32Array };

/** Live documents, each once, with a weight each: how often it matches, or how nearly. */
export interface Matches {
  documents: Uint16;
  weights: Uint8 | Float32Array;
  /** All weights are to be multiplied by this. */
  factor: number;
}

/** How much more a word in the title counts. */
export const titleFactor = 2;

// All zero between calls: clearing what was touched is cheaper than allocating.
const weights = new Float32Array(largestSegment);
const touched = new Uint16Array(largestSegment);

const nothing: Matches = { documents: new Uint16Array(0), weights: new Uint8Array(0), factor: 1 };

export function matchesIn(part: Part, matcher: Matcher): Matches {
  if (matcher.kind === 'word') return wordMatches(part, matcher.terms);
  if (matcher.kind === 'phrase') return phraseMatches(part, matcher.words);
  return conceptMatches(part, matcher.nearness);
}

function wordMatches(part: Part, terms: TermGroup): Matches {
  const { title, body } = part.segment;
  const lists: [Postings, number, number][] = [
    ...placesIn(title.terms, terms).map((index): [Postings, number, number] => [title, index, titleFactor]),
    ...placesIn(body.terms, terms).map((index): [Postings, number, number] => [body, index, 1]),
  ];
  if (lists.length === 0) return nothing;
  if (lists.length === 1 && !part.deleted) {
    const [list, index, factor] = lists[0]!;
    const [begin, end] = [list.starts[index]!, list.starts[index + 1]!];
    return {
      documents: list.documents.subarray(begin, end),
      weights: list.frequencies.subarray(begin, end),
      factor,
    };
  }
  let count = 0;
  for (const [list, index, factor] of lists) count = addPostings(list, index, factor, part.deleted, count);
  return take(count);
}

/** Where those of the words stand that are there; each is looked for from the one before on, as most ascend. */
function placesIn(terms: Uint32, group: TermGroup): number[] {
  const found: number[] = [];
  let [at, before] = [0, -1];
  for (const term of group) {
    at = firstNotBelow(terms, term, term > before ? at : 0);
    if (terms[at] === term) found.push(at);
    before = term;
  }
  return found;
}

function addPostings(
  list: Postings,
  index: number,
  factor: number,
  deleted: Uint8 | null,
  count: number,
): number {
  const { documents, frequencies } = list;
  const end = list.starts[index + 1]!;
  for (let i = list.starts[index]!; i < end; i++) {
    const document = documents[i]!;
    if (deleted !== null && deleted[document] === 1) continue;
    if (weights[document] === 0) touched[count++] = document;
    weights[document]! += frequencies[i]! * factor;
  }
  return count;
}

/** What was gathered in `weights` for the first `count` touched documents; leaves `weights` zero. */
function take(count: number): Matches {
  const documents = touched.slice(0, count);
  const taken = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    taken[i] = weights[documents[i]!]!;
    weights[documents[i]!] = 0;
  }
  return { documents, weights: taken, factor: 1 };
}

function conceptMatches(part: Part, nearness: Float32Array): Matches {
  const { concepts, starts, documents } = part.concepts;
  let count = 0;
  for (let i = 0; i < concepts.length; i++) {
    const near = nearness[concepts[i]!]!;
    if (near === 0) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const document = documents[j]!;
      if (part.deleted !== null && part.deleted[document] === 1) continue;
      if (weights[document] === 0) touched[count++] = document;
      if (weights[document]! < near) weights[document] = near;
    }
  }
  return take(count);
}

function phraseMatches(part: Part, words: TermGroup[]): Matches {
  let count = 0;
  for (const [postings, factor] of [
    [part.segment.title, titleFactor],
    [part.segment.body, 1],
  ] as const) {
    for (const place of phrasePlaces(postings, words)) {
      const document = place >>> 16;
      if (part.deleted !== null && part.deleted[document] === 1) continue;
      if (weights[document] === 0) touched[count++] = document;
      weights[document]! += factor;
    }
  }
  return take(count);
}

/** Places (document in the upper, position in the lower 16 bits) where the last word of the phrase stands. */
function phrasePlaces(postings: Postings, words: TermGroup[]): Uint32Array {
  const sizes = words.map((group) => group.reduce((sum, term) => sum + postingCount(postings, term), 0));
  const rarest = sizes.indexOf(Math.min(...sizes));
  if (sizes[rarest] === 0) return new Uint32Array(0);
  const candidates = placesOf(postings, words[rarest]!, null);
  const wanted = new Uint8Array(largestSegment);
  for (const place of candidates) wanted[place >>> 16] = 1;
  let found = rarest === 0 ? candidates : placesOf(postings, words[0]!, wanted);
  for (let i = 1; i < words.length && found.length > 0; i++) {
    found = following(found, i === rarest ? candidates : placesOf(postings, words[i]!, wanted));
  }
  return found;
}

function postingCount(postings: Postings, term: number): number {
  const index = findTerm(postings.terms, term);
  return index < 0 ? 0 : postings.starts[index + 1]! - postings.starts[index]!;
}

const positionsRead = new Uint32Array(highestFrequency);

/** Ascending places of any of the words, in `wanted` documents only. */
function placesOf(postings: Postings, group: TermGroup, wanted: Uint8Array | null): Uint32Array {
  const found = new GrowingUint32();
  const { documents, frequencies, positions } = postings;
  for (const term of group) {
    const index = findTerm(postings.terms, term);
    if (index < 0) continue;
    let at = postings.positionStarts[index]!;
    for (let i = postings.starts[index]!; i < postings.starts[index + 1]!; i++) {
      const [document, frequency] = [documents[i]!, frequencies[i]!];
      if (wanted !== null && wanted[document] === 0) at = skipPositions(positions, at, frequency);
      else {
        at = readPositions(positions, at, frequency, positionsRead);
        for (let j = 0; j < frequency; j++) found.push(document * 0x10000 + positionsRead[j]!);
      }
    }
  }
  const places = found.view();
  return group.length > 1 ? places.sort() : places;
}

/** The places in `next` that stand right behind one in `before`. */
function following(before: Uint32Array, next: Uint32Array): Uint32Array {
  const found = new Uint32Array(Math.min(before.length, next.length));
  let [count, i, j] = [0, 0, 0];
  while (i < before.length && j < next.length) {
    const wanted = before[i]! + 1;
    if (next[j] === wanted) {
      // Positions that could not be counted are all the same: nothing is known to follow there.
      if ((before[i]! & 0xffff) < lastPosition - 1) found[count++] = wanted;
      i++;
      j++;
    } else if (next[j]! < wanted) j++;
    else i++;
  }
  return found.subarray(0, count);
}
