/** Corpus statistics of an index reader: document frequencies of terms, phrases and concepts. */
import type { IndexStatistics, TermSet } from '@semantic-search/query';
import type { StringInterner } from '@semantic-search/query/collections';
import { insertSorted } from '@semantic-search/query/collections';
import type { IndexReader, SegmentReader } from '../../index/reader.ts';
import { postingCount } from '../../index/segment.ts';
import { type MatchContext, matchesOf } from './matches.ts';

export function readerStatistics(reader: IndexReader, context: MatchContext): IndexStatistics {
  const { segments } = reader;

  /** Stops after the segment in which `enough` is reached. */
  function frequency(terms: TermSet, enough = Number.POSITIVE_INFINITY): number {
    let count = 0;
    for (const segment of segments) {
      count += documentFrequency(segment, terms, context);
      if (count >= enough) return count;
    }
    return count;
  }

  return {
    documents: reader.documents,
    termDictionary: reader.termDictionary,
    thesaurus: reader.indexedThesaurus,
    languages: () => reader.languages,
    documentFrequency: frequency,
    matchFrequency: (matcher) =>
      segments.reduce((sum, segment) => sum + matchesOf(segment, matcher, context).documents.length, 0),
    /** The lengths of postings are upper bounds, so that few terms are counted exactly. */
    mostFrequent(candidates, limit, accepts) {
      const upperBounds = new Uint32Array((candidates.at(-1) ?? -1) + 1);
      for (const segment of segments) addPostingCounts(segment, candidates, upperBounds);
      const isExact = segments.every(({ deleted }) => deleted === null);
      const counted: CountedTerm[] = [];
      const compare = compareByDocumentFrequency(reader.termDictionary.terms);
      for (const term of candidates.toSorted((a, b) => upperBounds[b]! - upperBounds[a]!)) {
        const last = counted[limit - 1];
        if (last && upperBounds[term]! < last.documents) break;
        if (!accepts(term)) continue;
        const documents = isExact ? upperBounds[term]! : frequency([term]);
        if (documents > 0) insertSorted(counted, { term, documents }, limit, compare);
      }
      return counted.map(({ term }) => term);
    },
  };
}

/** Number of live documents with one of the terms. */
export function documentFrequency(reader: SegmentReader, terms: TermSet, context: MatchContext): number {
  const { title, body, inBoth } = reader.segment;
  const inTitle = reader.core.title.ordinals(terms);
  const inBody = reader.core.body.ordinals(terms);
  const isOneTerm = inTitle.length <= 1 && inBody.length <= 1 && terms.length === 1;
  if (reader.deleted !== null || !isOneTerm)
    return matchesOf(reader, { kind: 'word', terms }, context).documents.length;
  const countedTwice = inTitle.length > 0 && inBody.length > 0 ? inBoth[inTitle[0]!]! : 0;
  return postingCount(title, inTitle) + postingCount(body, inBody) - countedTwice;
}

interface CountedTerm {
  term: number;
  documents: number;
}

/** Most documents first, ties in byte order. */
export function compareByDocumentFrequency(
  terms: StringInterner,
): (a: CountedTerm, b: CountedTerm) => number {
  return (a, b) => b.documents - a.documents || terms.compare(a.term, b.term);
}

/** Adds the number of documents with each term, including deleted ones. */
function addPostingCounts({ core, segment }: SegmentReader, terms: TermSet, counts: Uint32Array): void {
  const { title, body, inBoth } = segment;
  for (const ordinal of core.body.ordinals(terms))
    counts[body.terms[ordinal]!]! += postingCount(body, [ordinal]);
  for (const ordinal of core.title.ordinals(terms))
    counts[title.terms[ordinal]!]! += postingCount(title, [ordinal]) - inBoth[ordinal]!;
}
