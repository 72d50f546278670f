/** Finds the documents of one part of the index that hold a word, a phrase or a concept. */
import type { Part } from '../index/generation.ts';
import { largestSegment, type Postings } from '../index/segment.ts';
import type { Uint8, Uint16 } from '../thesaurus/packed.ts';
import { eachPhrase } from './phrases.ts';
import { placesIn } from './term-places.ts';

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
  weights: Float32Array;
}

/** How much more a word in the title counts. */
export const titleFactor = 2;

// All zero between calls: clearing what was touched is cheaper than allocating.
const occurrences = new Uint32Array(largestSegment);
const nearest = new Float32Array(largestSegment);
/** One more than can be, for what is written before it is known whether it counts. */
const touched = new Uint16Array(largestSegment + 1);

const nothing: Matches = { documents: new Uint16Array(0), weights: new Float32Array(0) };

export function matchesIn(part: Part, matcher: Matcher): Matches {
  if (matcher.kind === 'word') return wordMatches(part, matcher.terms);
  if (matcher.kind === 'phrase') return phraseMatches(part, matcher.words);
  return conceptMatches(part, matcher.nearness);
}

function wordMatches(part: Part, terms: TermGroup): Matches {
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
  return take(part, occurrences, addPostings(body, inBody, 1, count));
}

/** How many documents have the word; -1 for none. */
function entries({ starts }: Postings, word: number): number {
  return word < 0 ? 0 : starts[word + 1]! - starts[word]!;
}

/** Where both lists hold more of the documents, which one goes on cannot be foreseen: looking at each document is quicker. */
const denseShare = 1 / 16;

// All zero between calls. A weight is at most three times the highest frequency.
const overlay = new Uint16Array(largestSegment);

/** The documents of one word in the title and one in the body. Without a branch. */
function overlaid(part: Part, titleWord: number, bodyWord: number): Matches {
  const { title, body, size } = part.segment;
  for (let i = title.starts[titleWord]!; i < title.starts[titleWord + 1]!; i++)
    overlay[title.documents[i]!] = title.frequencies[i]! * titleFactor;
  for (let i = body.starts[bodyWord]!; i < body.starts[bodyWord + 1]!; i++)
    overlay[body.documents[i]!]! += body.frequencies[i]!;
  let count = 0;
  for (let document = 0; document < size; document++) {
    const weight = overlay[document]!;
    mergedDocuments[count] = document;
    mergedWeights[count] = weight;
    // 1 for all but 0.
    count += -weight >>> 31;
  }
  overlay.fill(0, 0, size);
  return mergedMatches(part, count);
}

const mergedDocuments = new Uint16Array(largestSegment);
const mergedWeights = new Float32Array(largestSegment);

/** The documents of one word in the title and one in the body, -1 for none: both lists ascend, so does the result. */
function merged(part: Part, titleWord: number, bodyWord: number): Matches {
  const { title, body } = part.segment;
  const { documents: titleDocuments, frequencies: titleFrequencies } = title;
  const { documents: bodyDocuments, frequencies: bodyFrequencies } = body;
  let i = titleWord < 0 ? 0 : title.starts[titleWord]!;
  let j = bodyWord < 0 ? 0 : body.starts[bodyWord]!;
  const titleEnd = titleWord < 0 ? 0 : title.starts[titleWord + 1]!;
  const bodyEnd = bodyWord < 0 ? 0 : body.starts[bodyWord + 1]!;
  let count = 0;
  for (; i < titleEnd; i++) {
    const document = titleDocuments[i]!;
    for (; j < bodyEnd && bodyDocuments[j]! < document; j++) {
      mergedDocuments[count] = bodyDocuments[j]!;
      mergedWeights[count++] = bodyFrequencies[j]!;
    }
    mergedDocuments[count] = document;
    mergedWeights[count] = titleFrequencies[i]! * titleFactor;
    if (j < bodyEnd && bodyDocuments[j] === document) mergedWeights[count]! += bodyFrequencies[j++]!;
    count++;
  }
  for (; j < bodyEnd; j++) {
    mergedDocuments[count] = bodyDocuments[j]!;
    mergedWeights[count++] = bodyFrequencies[j]!;
  }
  return mergedMatches(part, count);
}

function mergedMatches({ deleted }: Part, count: number): Matches {
  const live = deleted === null ? count : withoutDeleted(deleted, count);
  return { documents: mergedDocuments.slice(0, live), weights: mergedWeights.slice(0, live) };
}

/** Takes the deleted among the first `count` merged documents out; returns how many are left. */
function withoutDeleted(deleted: Uint8, count: number): number {
  let live = 0;
  for (let i = 0; i < count; i++) {
    const document = mergedDocuments[i]!;
    mergedDocuments[live] = document;
    mergedWeights[live] = mergedWeights[i]!;
    live += 1 - deleted[document]!;
  }
  return live;
}

/** Adds the occurrences of several words; returns how many documents are touched then. */
function addPostings(list: Postings, words: number[], factor: number, count: number): number {
  const { starts, documents, frequencies } = list;
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

/** What was gathered for the first `count` touched documents, but those deleted; leaves zeros behind. */
function take({ deleted }: Part, gathered: Uint32Array | Float32Array, count: number): Matches {
  const documents = new Uint16Array(count);
  const weights = new Float32Array(count);
  let live = 0;
  for (let i = 0; i < count; i++) {
    const document = touched[i]!;
    documents[live] = document;
    weights[live] = gathered[document]!;
    gathered[document] = 0;
    live += deleted === null ? 1 : 1 - deleted[document]!;
  }
  return { documents: documents.subarray(0, live), weights: weights.subarray(0, live) };
}

function conceptMatches(part: Part, nearness: Float32Array): Matches {
  const { concepts, starts, documents } = part.concepts;
  let count = 0;
  for (let i = 0; i < concepts.length; i++) {
    const near = nearness[concepts[i]!]!;
    if (near === 0) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const document = documents[j]!;
      if (nearest[document] === 0) touched[count++] = document;
      if (nearest[document]! < near) nearest[document] = near;
    }
  }
  return take(part, nearest, count);
}

function phraseMatches(part: Part, words: TermGroup[]): Matches {
  let count = 0;
  for (const [postings, factor] of [
    [part.segment.title, titleFactor],
    [part.segment.body, 1],
  ] as const) {
    eachPhrase(
      postings,
      words.map((group) => placesIn(postings.terms, group)),
      (document, times) => {
        if (occurrences[document] === 0) touched[count++] = document;
        occurrences[document]! += times * factor;
      },
    );
  }
  return take(part, occurrences, count);
}
