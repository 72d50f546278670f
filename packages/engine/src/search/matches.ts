/** Matches of a term set, a phrase, a title or a concept in one segment. */

import type { Matcher, TermSet } from '@semantic-search/query';
import type { SegmentReader } from '../index/reader.ts';
import type { Postings } from '../index/segment.ts';
import type { TermLookup } from '../index/term-lookup.ts';
import { type DocumentIterator, END, type PostingList, PostingsIterator } from './document-iterator.ts';
import { PhraseIterator } from './phrase-iterator.ts';
import type { Ranking } from './ranking.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Distinct live documents in any order, each with a weight. */
export interface Matches {
  documents: Uint16Array;
  weights: Float32Array;
  /** Weights are term frequencies, to be scored by BM25; otherwise they are shares of the full score. */
  areFrequencies: boolean;
}

/** How matches are weighted and which buffers hold them meanwhile. */
export interface MatchContext {
  scratch: SearchScratch;
  ranking: Pick<Ranking, 'weights' | 'titleFactor'>;
}

interface MatchedIterators {
  iterators: DocumentIterator[];
  areFrequencies: boolean;
}

/** The only place where the kinds of matchers differ. */
function iteratorsFor(
  { core: { title, body }, concepts }: SegmentReader,
  matcher: Matcher,
  { weights, titleFactor }: MatchContext['ranking'],
): MatchedIterators {
  if (matcher.kind === 'concept')
    return { iterators: conceptIterators(concepts, matcher.nearness), areFrequencies: false };
  if (matcher.kind === 'title') {
    const lists = postingLists(title, matcher.terms, titleFactor);
    const iterators = lists.map((list) => new PostingsIterator({ ...list, frequencies: undefined }));
    return { iterators, areFrequencies: false };
  }
  const inField = (field: TermLookup, factor: number): DocumentIterator[] =>
    matcher.kind === 'word'
      ? postingLists(field, matcher.terms, factor).map((list) => new PostingsIterator(list))
      : phraseIterators(field, matcher.words, factor);
  return {
    iterators: [...inField(title, weights.title), ...inField(body, weights.body)],
    areFrequencies: true,
  };
}

function postingLists(field: TermLookup, terms: number[], factor: number): PostingList[] {
  const { starts, documents, frequencies } = field.postings;
  return field.ordinals(terms).map((ordinal) => {
    return { documents, frequencies, begin: starts[ordinal]!, end: starts[ordinal + 1]!, factor };
  });
}

function phraseIterators(field: TermLookup, words: number[][], factor: number): DocumentIterator[] {
  const ordinals = words.map((terms) => field.ordinals(terms));
  if (ordinals.some(({ length }) => length === 0)) return [];
  return [new PhraseIterator(field.postings, ordinals, factor)];
}

function conceptIterators(
  { concepts, starts, documents }: SegmentReader['concepts'],
  nearness: Float32Array,
): DocumentIterator[] {
  const iterators: DocumentIterator[] = [];
  for (let i = 0; i < concepts.length; i++) {
    const factor = nearness[concepts[i]!]!;
    if (factor > 0)
      iterators.push(new PostingsIterator({ documents, begin: starts[i]!, end: starts[i + 1]!, factor }));
  }
  return iterators;
}

/** With `candidates`, only matches among the documents whose value is not 0. */
export function matchesOf(
  reader: SegmentReader,
  matcher: Matcher,
  { scratch, ranking }: MatchContext,
  candidates?: ArrayLike<number>,
): Matches {
  const { iterators, areFrequencies } = iteratorsFor(reader, matcher, ranking);
  const { weights, touched } = scratch;
  let count = 0;
  for (const iterator of iterators) {
    for (let document = iterator.next(); document < END; document = iterator.next()) {
      if (candidates !== undefined && candidates[document] === 0) continue;
      const before = weights[document]!;
      const weight = iterator.weight();
      if (before === 0) touched[count++] = document;
      // A document counts with the sum of its frequencies, or with its nearest concept.
      weights[document] = areFrequencies ? before + weight : Math.max(before, weight);
    }
  }
  return { ...moveLiveMatches(reader, count, scratch), areFrequencies };
}

/** Moves the weights of the first `count` touched documents out of the buffers; leaves zeros behind. */
function moveLiveMatches({ deleted }: SegmentReader, count: number, { weights, touched }: SearchScratch) {
  const documents = new Uint16Array(count);
  const ownWeights = new Float32Array(count);
  let live = 0;
  for (let i = 0; i < count; i++) {
    const document = touched[i]!;
    if (deleted?.[document] !== 1) {
      documents[live] = document;
      ownWeights[live++] = weights[document]!;
    }
    weights[document] = 0;
  }
  return { documents: documents.subarray(0, live), weights: ownWeights.subarray(0, live) };
}

/** Number of live documents with one of the terms. */
export function documentFrequency(reader: SegmentReader, terms: TermSet, context: MatchContext): number {
  const { title, body, inBoth } = reader.segment;
  const inTitle = reader.core.title.ordinals(terms);
  const inBody = reader.core.body.ordinals(terms);
  const isOneTerm = inTitle.length <= 1 && inBody.length <= 1 && terms.length === 1;
  if (reader.deleted !== null || !isOneTerm)
    return matchesOf(reader, { kind: 'word', terms }, context).documents.length;
  const [titleTerm, bodyTerm] = [inTitle[0] ?? -1, inBody[0] ?? -1];
  const inTitles = postingCount(title, titleTerm);
  return inTitles + postingCount(body, bodyTerm) - (inTitles > 0 && bodyTerm >= 0 ? inBoth[titleTerm]! : 0);
}

/** Number of postings of a term; 0 for the ordinal -1. */
export function postingCount({ starts }: Postings, ordinal: number): number {
  return ordinal < 0 ? 0 : starts[ordinal + 1]! - starts[ordinal]!;
}
