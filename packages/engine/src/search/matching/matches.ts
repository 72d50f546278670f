/** Matches of a term set, a phrase, a title or a concept in one segment. */

import type { Matcher } from '@semantic-search/query';
import type { SegmentReader } from '../../index/reader.ts';
import type { Postings } from '../../index/segment.ts';
import type { TermLookup } from '../../index/term-lookup.ts';
import { phrasePostings } from './phrase-postings.ts';
import type { Ranking } from './ranking.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Distinct live documents in any order, each with a weight. */
export interface Matches {
  documents: Uint16Array;
  weights: Float32Array;
  /** Weights are term frequencies, to be scored by BM25; otherwise they are shares of the full score. */
  areFrequencies: boolean;
}

/** Weights of matches, and buffers for collecting them. */
export interface MatchContext {
  scratch: SearchScratch;
  ranking: Pick<Ranking, 'weights' | 'titleFactor'>;
}

/** The postings of one term or phrase in one field, or the documents of one concept: `documents[begin … end)`. */
interface PostingList {
  documents: Uint16Array;
  begin: number;
  end: number;
  /** By posting: the frequency of a term, the weight of a tag; null if each document has the weight `factor`. */
  frequencies: Uint8Array | null;
  factor: number;
}

/** The posting lists of a matcher; the only function that distinguishes kinds of matchers for scoring. */
function postingListsFor(
  { core: { title, body }, concepts }: SegmentReader,
  matcher: Matcher,
  { weights, titleFactor }: MatchContext['ranking'],
): { lists: PostingList[]; areFrequencies: boolean } {
  if (matcher.kind === 'concept')
    return { lists: conceptLists(concepts, matcher.nearness), areFrequencies: false };
  if (matcher.kind === 'title') {
    const lists = termLists(title, matcher.terms, titleFactor);
    return { lists: lists.map((list) => ({ ...list, frequencies: null })), areFrequencies: false };
  }
  const inField = (field: TermLookup, factor: number): PostingList[] =>
    matcher.kind === 'word'
      ? termLists(field, matcher.terms, factor)
      : phraseLists(field, matcher.words, factor);
  return { lists: [...inField(title, weights.title), ...inField(body, weights.body)], areFrequencies: true };
}

function termLists(field: TermLookup, terms: number[], factor: number): PostingList[] {
  const { starts, documents, frequencies } = field.postings;
  return field.ordinals(terms).map((ordinal) => {
    return { documents, frequencies, begin: starts[ordinal]!, end: starts[ordinal + 1]!, factor };
  });
}

function phraseLists(field: TermLookup, words: number[][], factor: number): PostingList[] {
  const ordinals = words.map((terms) => field.ordinals(terms));
  if (ordinals.some(({ length }) => length === 0)) return [];
  const postings = phrasePostings(field.postings, ordinals);
  return [{ ...postings, begin: 0, end: postings.documents.length, factor }];
}

function conceptLists(
  { concepts, starts, documents, weights }: SegmentReader['concepts'],
  nearness: Float32Array,
): PostingList[] {
  const lists: PostingList[] = [];
  for (let i = 0; i < concepts.length; i++) {
    const factor = nearness[concepts[i]!]!;
    if (factor > 0)
      lists.push({ documents, begin: starts[i]!, end: starts[i + 1]!, frequencies: weights, factor });
  }
  return lists;
}

/** Postings of titles that match; none for a concept. */
export function titleLists({ core: { title } }: SegmentReader, matcher: Matcher): PostingList[] {
  if (matcher.kind === 'concept') return [];
  return matcher.kind === 'phrase'
    ? phraseLists(title, matcher.words, 1)
    : termLists(title, matcher.terms, 1);
}

export function matchesOf(
  reader: SegmentReader,
  matcher: Matcher,
  { scratch, ranking }: MatchContext,
): Matches {
  const { lists, areFrequencies } = postingListsFor(reader, matcher, ranking);
  const { weights, touched } = scratch;
  let count = 0;
  for (const { documents, begin, end, frequencies, factor } of lists) {
    for (let i = begin; i < end; i++) {
      const document = documents[i]!;
      const previousWeight = weights[document]!;
      const weight = frequencies === null ? factor : frequencies[i]! * factor;
      if (previousWeight === 0) touched[count++] = document;
      // A document counts with the sum of its frequencies, or with its nearest concept.
      weights[document] = areFrequencies ? previousWeight + weight : Math.max(previousWeight, weight);
    }
  }
  return { ...moveLiveMatches(reader, count, scratch), areFrequencies };
}

/** Moves the weights of the first `count` touched documents out of the buffers; leaves zeros behind. */
function moveLiveMatches({ deleted }: SegmentReader, count: number, { weights, touched }: SearchScratch) {
  const documents = new Uint16Array(count);
  const liveWeights = new Float32Array(count);
  let live = 0;
  for (let i = 0; i < count; i++) {
    const document = touched[i]!;
    if (deleted?.[document] !== 1) {
      documents[live] = document;
      liveWeights[live++] = weights[document]!;
    }
    weights[document] = 0;
  }
  return { documents: documents.subarray(0, live), weights: liveWeights.subarray(0, live) };
}

/** Number of postings of a term; 0 for the ordinal -1. */
export function postingCount({ starts }: Postings, ordinal: number): number {
  return ordinal < 0 ? 0 : starts[ordinal + 1]! - starts[ordinal]!;
}
