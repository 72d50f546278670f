/** Matches of a term set, a phrase, a title, a lead or a concept in one segment. */
import type { Matcher } from '@semantic-search/query';
import { bitCount } from '@semantic-search/query/collections';
import type { SegmentReader } from '../../index/reader.ts';
import { seekCeil } from '../../index/segment.ts';
import type { TermLookup } from '../../index/term-lookup.ts';
import { leadDocuments, phrasePostings } from './phrase-postings.ts';
import type { Ranking } from './ranking.ts';
import type { SearchScratch } from './search-scratch.ts';

/** Distinct live documents in any order, each with a weight. */
export interface Matches extends MatcherPostings {
  documents: Uint16Array;
  weights: Float32Array;
  /** Number of documents that match, including those that are not collected. */
  frequency: number;
}

/** Weights of matches, and buffers for collecting them. */
export interface MatchContext {
  scratch: SearchScratch;
  ranking: Pick<Ranking, 'weights' | 'titleFactor'>;
}

/** Posting lists of terms, phrases or concepts. The list of ordinal i is `documents[starts[i] … starts[i + 1])`. */
export interface PostingLists {
  ordinals: number[];
  starts: Uint32Array;
  documents: Uint16Array;
  /** By posting: the frequency of a term, the weight of a tag; null if each document has the weight `factor`. */
  frequencies: Uint8Array | null;
  factor: number;
}

/** All postings of a matcher in a segment, including deleted documents. */
export interface MatcherPostings {
  lists: PostingLists[];
  /** The lists of postings in titles; empty for a concept, which no field contains. */
  inTitles: PostingLists[];
  /** Weights are term frequencies, to be scored by BM25; otherwise they are shares of the full score. */
  areFrequencies: boolean;
}

/** The postings of a matcher; the only function that distinguishes kinds of matchers for scoring. */
export function postingsFor(
  { core: { title, body }, concepts }: SegmentReader,
  matcher: Matcher,
  { ranking: { weights, titleFactor } }: Pick<MatchContext, 'ranking'>,
): MatcherPostings {
  if (matcher.kind === 'concept')
    return { lists: conceptLists(concepts, matcher.nearness), areFrequencies: false, inTitles: [] };
  if (matcher.kind === 'title' || matcher.kind === 'lead') {
    const inTitles = [{ ...termLists(title, matcher.terms, titleFactor), frequencies: null }];
    const inTexts = matcher.kind === 'lead' ? leadLists(body, matcher.terms) : [];
    return { lists: [...inTitles, ...inTexts], areFrequencies: false, inTitles };
  }
  const inField = (field: TermLookup, factor: number): PostingLists[] =>
    matcher.kind === 'word'
      ? [termLists(field, matcher.terms, factor)]
      : phraseLists(field, matcher.words, factor);
  const inTitles = inField(title, weights.title);
  return { lists: [...inTitles, ...inField(body, weights.body)], areFrequencies: true, inTitles };
}

function termLists(field: TermLookup, terms: number[], factor: number): PostingLists {
  const { starts, documents, frequencies } = field.postings;
  return { ordinals: field.ordinals(terms), starts, documents, frequencies, factor };
}

function phraseLists(field: TermLookup, words: number[][], factor: number): PostingLists[] {
  const ordinals = words.map((terms) => field.ordinals(terms));
  if (ordinals.some(({ length }) => length === 0)) return [];
  const postings = phrasePostings(field.postings, ordinals);
  const { length } = postings.documents;
  return length === 0 ? [] : [{ ...postings, ordinals: [0], starts: Uint32Array.of(0, length), factor }];
}

function leadLists(field: TermLookup, terms: number[]): PostingLists[] {
  return field.ordinals(terms).map((ordinal) => {
    const documents = leadDocuments(field.postings, ordinal);
    const starts = Uint32Array.of(0, documents.length);
    return { ordinals: [0], starts, documents, frequencies: null, factor: 1 };
  });
}

function conceptLists(columns: SegmentReader['concepts'], nearness: Float32Array): PostingLists[] {
  const { concepts, starts, documents, weights } = columns;
  const lists: PostingLists[] = [];
  for (let i = 0; i < concepts.length; i++) {
    const factor = nearness[concepts[i]!]!;
    if (factor > 0) lists.push({ ordinals: [i], starts, documents, frequencies: weights, factor });
  }
  return lists;
}

/** The postings of one document. */
export function postingsOf(document: number, { lists, ...others }: MatcherPostings): MatcherPostings {
  const ownLists = lists.flatMap((list) =>
    list.ordinals.flatMap((ordinal) => {
      const end = list.starts[ordinal + 1]!;
      const index = seekCeil(list.documents, document, list.starts[ordinal]!, end);
      const isOwn = index < end && list.documents[index] === document;
      return isOwn ? { ...list, ordinals: [0], starts: Uint32Array.of(index, index + 1) } : [];
    }),
  );
  return { ...others, lists: ownLists };
}

/** Postings and live documents in one step, if all matching documents are needed. */
export function matchesOf(reader: SegmentReader, matcher: Matcher, context: MatchContext): Matches {
  return collectMatches(reader, postingsFor(reader, matcher, context), context.scratch);
}

/** Collects the live documents. `candidates` has 1 for the documents to collect; the others are only counted. */
export function collectMatches(
  { segment, deleted }: SegmentReader,
  postings: MatcherPostings,
  { weights, touched, matching }: SearchScratch,
  candidates?: Uint8Array,
): Matches {
  const { lists, areFrequencies } = postings;
  let count = 0;
  for (const { ordinals, starts, documents, frequencies, factor } of lists) {
    for (const ordinal of ordinals) {
      const end = starts[ordinal + 1]!;
      for (let i = starts[ordinal]!; i < end; i++) {
        const document = documents[i]!;
        if (deleted !== null && deleted[document] === 1) continue;
        if (candidates !== undefined) {
          matching[document >>> 5]! |= 1 << (document & 31);
          if (candidates[document] === 0) continue;
        }
        const previousWeight = weights[document]!;
        const weight = frequencies === null ? factor : frequencies[i]! * factor;
        if (previousWeight === 0) touched[count++] = document;
        // A document counts with the sum of its frequencies, or with its nearest concept.
        weights[document] = areFrequencies ? previousWeight + weight : Math.max(previousWeight, weight);
      }
    }
  }
  const collected = touched.slice(0, count);
  return {
    ...postings,
    documents: collected,
    weights: moveWeights(collected, weights),
    frequency: candidates ? countMatching(matching.subarray(0, (segment.size + 31) >>> 5)) : count,
  };
}

/** The weights of the documents; leaves zeros behind. */
function moveWeights(documents: Uint16Array, weights: Float32Array): Float32Array {
  const moved = new Float32Array(documents.length);
  for (let i = 0; i < documents.length; i++) {
    moved[i] = weights[documents[i]!]!;
    weights[documents[i]!] = 0;
  }
  return moved;
}

/** Counts the bits that are set, and clears them. With an iterator, queries of two words would take a fifth longer. */
function countMatching(matching: Int32Array): number {
  let count = 0;
  for (let i = 0; i < matching.length; i++) count += bitCount(matching[i]!);
  matching.fill(0);
  return count;
}
