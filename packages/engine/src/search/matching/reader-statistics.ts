/** Corpus statistics of an index reader: document frequencies of terms, phrases and concepts. */
import type { IndexStatistics, TermSet } from '@semantic-search/query';
import { insertSorted, type StringInterner } from '@semantic-search/query/collections';
import type { IndexReader, SegmentReader } from '../../index/reader.ts';
import { postingCount } from '../../index/segment.ts';
import { type MatchContext, matchesOf } from './matches.ts';

/** Counts live documents only. The scratch of the context must not be in use. */
export function readerStatistics(indexReader: IndexReader, context: MatchContext): IndexStatistics {
  const { segments } = indexReader;

  /** Stops after the segment in which `enough` is reached. */
  function frequency(terms: TermSet, enough = Number.POSITIVE_INFINITY): number {
    let count = 0;
    for (const reader of segments) {
      count += documentFrequency(reader, terms, context);
      if (count >= enough) return count;
    }
    return count;
  }

  return {
    documents: indexReader.documents,
    termDictionary: indexReader.termDictionary,
    indexedThesaurus: indexReader.indexedThesaurus,
    languages: () => indexReader.languages,
    documentFrequency: frequency,
    matchFrequency: (matcher) =>
      segments.reduce((sum, reader) => sum + matchesOf(reader, matcher, context).documents.length, 0),
    /** The lengths of postings are upper bounds, so that few terms are counted exactly. */
    mostFrequent(candidates, limit, accepts) {
      const upperBounds = new Uint32Array((candidates.at(-1) ?? -1) + 1);
      for (const reader of segments) addPostingCounts(reader, candidates, upperBounds);
      const isExact = segments.every(({ deleted }) => deleted === null);
      const counted: CountedTerm[] = [];
      const compare = compareByDocumentFrequency(indexReader.termDictionary.terms);
      for (const term of candidates.toSorted((a, b) => upperBounds[b]! - upperBounds[a]!)) {
        const lastCounted = counted[limit - 1];
        if (lastCounted && upperBounds[term]! < lastCounted.documents) break;
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
export function compareByDocumentFrequency(terms: StringInterner) {
  return (a: CountedTerm, b: CountedTerm) => b.documents - a.documents || terms.compare(a.term, b.term);
}

/** Adds the number of documents with each term, including deleted ones. */
function addPostingCounts({ core, segment }: SegmentReader, terms: TermSet, counts: Uint32Array): void {
  const { title, body, inBoth } = segment;
  for (const ordinal of core.body.ordinals(terms))
    counts[body.terms[ordinal]!]! += postingCount(body, [ordinal]);
  for (const ordinal of core.title.ordinals(terms))
    counts[title.terms[ordinal]!]! += postingCount(title, [ordinal]) - inBoth[ordinal]!;
}
