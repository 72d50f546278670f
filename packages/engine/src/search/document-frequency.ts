/** Document frequencies of terms in the index. */

import type { TermSet } from '@semantic-search/query';
import type { StringInterner } from '@semantic-search/query/collections';
import { insertSorted } from '@semantic-search/query/collections';
import type { IndexReader, SegmentReader } from '../index/reader.ts';
import type { Postings } from '../index/segment.ts';
import type { SearchScratch } from './search-scratch.ts';
import { segmentDocumentFrequency } from './term-scorer.ts';

/** Number of live documents with one of the terms. Stops after the segment in which `enough` is reached. */
export function documentFrequency(
  terms: TermSet,
  reader: IndexReader,
  scratch: SearchScratch,
  enough = Infinity,
): number {
  let count = 0;
  for (const segment of reader.segments) {
    count += segmentDocumentFrequency(segment, terms, scratch);
    if (count >= enough) return count;
  }
  return count;
}

/**
 * Returns up to `limit` accepted terms with the highest document frequency above zero, ties in byte order.
 *
 * `candidates` must be ascending. The lengths of their postings are upper bounds, so that few terms are counted exactly.
 */
export function mostFrequentTerms(
  candidates: TermSet,
  limit: number,
  reader: IndexReader,
  scratch: SearchScratch,
  accepts: (term: number) => boolean,
): TermSet {
  const { terms } = reader.termDictionary;
  const bounds = new Uint32Array((candidates.at(-1) ?? -1) + 1);
  for (const segment of reader.segments) addPostingCounts(segment, candidates, bounds);
  const isExact = reader.segments.every(({ deleted }) => deleted === null);
  const counted: CountedTerm[] = [];
  const compare = compareByDocumentFrequency(terms);
  for (const term of inDescendingOrder(candidates, bounds)) {
    const last = counted[limit - 1];
    if (last && bounds[term]! < last.documents) break;
    if (!accepts(term)) continue;
    const documents = isExact ? bounds[term]! : documentFrequency([term], reader, scratch);
    if (documents > 0) insertSorted(counted, { term, documents }, limit, compare);
  }
  return counted.map(({ term }) => term);
}

/** Terms with a count above zero, the highest first. Sorts one power of two at a time, only as far as consumed. */
function* inDescendingOrder(terms: TermSet, counts: Uint32Array): Generator<number> {
  const byMagnitude = Array.from({ length: 33 }, (): number[] => []);
  for (const term of terms) byMagnitude[32 - Math.clz32(counts[term]!)]!.push(term);
  for (const bucket of byMagnitude.slice(1).reverse()) yield* bucket.sort((a, b) => counts[b]! - counts[a]!);
}

interface CountedTerm {
  term: number;
  documents: number;
}

/** Most documents first. */
export function compareByDocumentFrequency(
  terms: StringInterner,
): (one: CountedTerm, other: CountedTerm) => number {
  return (one, other) => other.documents - one.documents || terms.compare(one.term, other.term);
}

/** Adds the number of documents with each term, including deleted ones. */
function addPostingCounts(
  { core, segment: { inBoth } }: SegmentReader,
  terms: TermSet,
  counts: Uint32Array,
): void {
  const add = ({ terms: numbers, starts }: Postings, ordinal: number) => {
    counts[numbers[ordinal]!]! += starts[ordinal + 1]! - starts[ordinal]!;
  };
  for (const ordinal of core.body.ordinals(terms)) add(core.body.postings, ordinal);
  for (const ordinal of core.title.ordinals(terms)) {
    add(core.title.postings, ordinal);
    counts[core.title.postings.terms[ordinal]!]! -= inBoth[ordinal]!;
  }
}
