/** Term matcher of one segment: finds the documents with a term in the title or the body. */
import type { TermSet } from '@semantic-search/query';
import type { SharedUint8Array } from '@semantic-search/query/collections';
import type { SegmentReader } from '../index/index-reader.ts';
import { MAX_SEGMENT_DOCS, type Postings } from '../index/segment.ts';
import { gathering, type MatchBuffer, makeRoom, matchesInRoom, nothing, room, take } from './match-buffer.ts';
import { placesIn } from './term-directory.ts';

/** How much more a word in the title counts. */
export const titleFactor = 2;

export function wordMatches(part: SegmentReader, terms: TermSet): MatchBuffer {
  const { title, body } = part.segment;
  const [inTitle, inBody] = [placesIn(title.terms, terms), placesIn(body.terms, terms)];
  if (inTitle.length === 0 && inBody.length === 0) return nothing;
  if (inTitle.length <= 1 && inBody.length <= 1) {
    const [titleWord, bodyWord] = [inTitle[0] ?? -1, inBody[0] ?? -1];
    const fewer = Math.min(entries(title, titleWord), entries(body, bodyWord));
    const isDense = fewer > part.segment.size * denseShare;
    return isDense ? overlaid(part, titleWord, bodyWord) : merged(part, titleWord, bodyWord);
  }
  const count = addPostings(title, inTitle, titleFactor, 0);
  return take(part, gathering.occurrences, addPostings(body, inBody, 1, count));
}

/** How many documents have the word; -1 for none. */
function entries({ starts }: Postings, word: number): number {
  return word < 0 ? 0 : starts[word + 1]! - starts[word]!;
}

/** Where both lists hold more of the documents, which one goes on cannot be foreseen: looking at each document is quicker. */
const denseShare = 1 / 16;

// All zero between calls. A weight is at most three times the highest frequency.
const overlay = new Uint16Array(MAX_SEGMENT_DOCS);

/** The documents of one word in the title and one in the body. Without a branch. */
function overlaid(part: SegmentReader, titleWord: number, bodyWord: number): MatchBuffer {
  const { title, body, size } = part.segment;
  for (let i = title.starts[titleWord]!; i < title.starts[titleWord + 1]!; i++)
    overlay[title.documents[i]!] = title.frequencies[i]! * titleFactor;
  for (let i = body.starts[bodyWord]!; i < body.starts[bodyWord + 1]!; i++)
    overlay[body.documents[i]!]! += body.frequencies[i]!;
  makeRoom(size);
  const { documents, weights, used } = room;
  let at = used;
  for (let document = 0; document < size; document++) {
    const weight = overlay[document]!;
    documents[at] = document;
    weights[at] = weight;
    // 1 for all but 0.
    at += -weight >>> 31;
  }
  overlay.fill(0, 0, size);
  return matchesInRoom(part, at - used);
}

/** The documents of one word in the title and one in the body, -1 for none: both lists ascend, so does the result. */
function merged(part: SegmentReader, titleWord: number, bodyWord: number): MatchBuffer {
  const { title, body } = part.segment;
  const { documents: titleDocuments, frequencies: titleFrequencies } = title;
  const { documents: bodyDocuments, frequencies: bodyFrequencies } = body;
  let i = titleWord < 0 ? 0 : title.starts[titleWord]!;
  let j = bodyWord < 0 ? 0 : body.starts[bodyWord]!;
  const titleEnd = titleWord < 0 ? 0 : title.starts[titleWord + 1]!;
  const bodyEnd = bodyWord < 0 ? 0 : body.starts[bodyWord + 1]!;
  makeRoom(titleEnd - i + bodyEnd - j);
  const { documents, weights, used } = room;
  let at = used;
  for (; i < titleEnd; i++) {
    const document = titleDocuments[i]!;
    for (; j < bodyEnd && bodyDocuments[j]! < document; j++) {
      documents[at] = bodyDocuments[j]!;
      weights[at++] = bodyFrequencies[j]!;
    }
    documents[at] = document;
    weights[at] = titleFrequencies[i]! * titleFactor;
    if (j < bodyEnd && bodyDocuments[j] === document) weights[at]! += bodyFrequencies[j++]!;
    at++;
  }
  for (; j < bodyEnd; j++) {
    documents[at] = bodyDocuments[j]!;
    weights[at++] = bodyFrequencies[j]!;
  }
  return matchesInRoom(part, at - used);
}

/** Adds the occurrences of several words; returns how many documents are touched then. */
function addPostings(list: Postings, words: number[], factor: number, count: number): number {
  const { starts, documents, frequencies } = list;
  const { occurrences, touched } = gathering;
  for (const word of words) {
    const end = starts[word + 1]!;
    for (let i = starts[word]!; i < end; i++) {
      const document = documents[i]!;
      const before = occurrences[document]!;
      touched[count] = document;
      // 1 for 0 alone.
      count += (before - 1) >>> 31;
      occurrences[document] = before + frequencies[i]! * factor;
    }
  }
  return count;
}

// All zero between calls.
const seen = new Uint8Array(MAX_SEGMENT_DOCS);
const noneGone = new Uint8Array(MAX_SEGMENT_DOCS);

/** How many documents `wordMatches` gives. */
export function wordFrequency(part: SegmentReader, terms: TermSet): number {
  const { title, body, inBoth, size } = part.segment;
  const [inTitle, inBody] = [placesIn(title.terms, terms), placesIn(body.terms, terms)];
  const all = total(title, inTitle) + total(body, inBody);
  if (part.deleted === null) {
    if (inTitle.length + inBody.length <= 1) return all;
    // Two forms of a word, each in one of the two, may be in the same documents: that is counted.
    const isOneForm = inTitle.length === 1 && inBody.length === 1;
    if (isOneForm && title.terms[inTitle[0]!] === body.terms[inBody[0]!]) return all - inBoth[inTitle[0]!]!;
  }
  const gone = part.deleted ?? noneGone;
  const count = see(title, inTitle, gone) + see(body, inBody, gone);
  if (all > size * denseShare) seen.fill(0, 0, size);
  else {
    forget(title, inTitle);
    forget(body, inBody);
  }
  return count;
}

function total(list: Postings, words: number[]): number {
  let sum = 0;
  for (const word of words) sum += entries(list, word);
  return sum;
}

/** Returns how many documents of the words were not seen before, and are not gone. */
function see({ starts, documents }: Postings, words: number[], gone: SharedUint8Array): number {
  let count = 0;
  for (const word of words) {
    const end = starts[word + 1]!;
    for (let i = starts[word]!; i < end; i++) {
      const document = documents[i]!;
      count += 1 - (seen[document]! | gone[document]!);
      seen[document] = 1;
    }
  }
  return count;
}

function forget({ starts, documents }: Postings, words: number[]): void {
  for (const word of words) for (let i = starts[word]!; i < starts[word + 1]!; i++) seen[documents[i]!] = 0;
}

/** Places of postings, one more than can be. */
const wantedPlaces = new Uint32Array(MAX_SEGMENT_DOCS + 1);

/** The same as `wordMatches` for those live documents alone that have something in `wanted`. */
export function wordMatchesAmong(part: SegmentReader, terms: TermSet, wanted: Uint32Array): MatchBuffer {
  const { title, body } = part.segment;
  const count = addWanted(title, placesIn(title.terms, terms), titleFactor, wanted, 0);
  return take(part, gathering.occurrences, addWanted(body, placesIn(body.terms, terms), 1, wanted, count));
}

/** Adds the occurrences of several words in documents that are wanted; returns how many are touched then. */
function addWanted(list: Postings, words: number[], factor: number, wanted: Uint32Array, count: number) {
  const { starts, documents, frequencies } = list;
  const { occurrences, touched } = gathering;
  for (const word of words) {
    const end = starts[word + 1]!;
    let found = 0;
    for (let i = starts[word]!; i < end; i++) {
      wantedPlaces[found] = i;
      found += wanted[documents[i]!] === 0 ? 0 : 1;
    }
    for (let i = 0; i < found; i++) {
      const place = wantedPlaces[i]!;
      const document = documents[place]!;
      if (occurrences[document] === 0) touched[count++] = document;
      occurrences[document]! += frequencies[place]! * factor;
    }
  }
  return count;
}
