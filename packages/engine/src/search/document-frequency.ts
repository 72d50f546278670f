/** Document frequencies and inverse document frequencies of terms. */

import type { TermSet } from '@semantic-search/query';
import type { StringInterner } from '@semantic-search/query/collections';
import { insertSorted } from '@semantic-search/query/util';
import type { IndexReader, SegmentReader } from '../index/index-reader.ts';
import type { Postings } from '../index/segment.ts';
import { placesIn } from './term-directory.ts';
import { wordFrequency } from './term-matcher.ts';

/** Live documents that have one of these words, whatever of them; counted no further than the part where there are `enough`. */
export function documentFrequency(group: TermSet, reader: IndexReader, enough = Infinity): number {
  let count = 0;
  for (const part of reader.segments) {
    count += wordFrequency(part, group);
    if (count >= enough) return count;
  }
  return count;
}

/**
 * Of these words, which ascend, the `most` that are accepted and that most live documents have, then the first by their
 * bytes; none that no document has. How long their lists are bounds how many documents have them, so that few are counted.
 */
export function mostCommon(
  group: TermSet,
  most: number,
  reader: IndexReader,
  accepts: (term: number) => boolean,
): TermSet {
  const { terms } = reader.termDictionary;
  const bounds = new Uint32Array((group.at(-1) ?? -1) + 1);
  for (const part of reader.segments) addDocuments(part, group, bounds);
  const isExact = reader.segments.every(({ deleted }) => deleted === null);
  const counted: CountedTerm[] = [];
  const compare = byFrequency(terms);
  for (const term of mostFirst(group, bounds)) {
    const least = counted[most - 1];
    if (least && bounds[term]! < least.documents) break;
    if (!accepts(term)) continue;
    const documents = isExact ? bounds[term]! : documentFrequency([term], reader);
    if (documents > 0) insertSorted(counted, { term, documents }, most, compare);
  }
  return counted.map(({ term }) => term);
}

/** Words that are met, by these counts; sorted no further than somebody reads on. */
function* mostFirst(group: TermSet, counts: Uint32Array): Generator<number> {
  const byMagnitude = Array.from({ length: 33 }, (): number[] => []);
  for (const term of group) byMagnitude[32 - Math.clz32(counts[term]!)]!.push(term);
  for (const alike of byMagnitude.slice(1).reverse()) yield* alike.sort((a, b) => counts[b]! - counts[a]!);
}

interface CountedTerm {
  term: number;
  documents: number;
}

/** Most documents first. */
export function byFrequency(terms: StringInterner): (one: CountedTerm, other: CountedTerm) => number {
  return (one, other) => other.documents - one.documents || terms.compare(one.term, other.term);
}

/** Documents of a part that have each of the words, deleted ones counted, too. */
function addDocuments(
  { segment: { title, body, inBoth } }: SegmentReader,
  group: TermSet,
  counts: Uint32Array,
): void {
  const add = ({ terms, starts }: Postings, place: number) => {
    counts[terms[place]!]! += starts[place + 1]! - starts[place]!;
  };
  for (const place of placesIn(body.terms, group)) add(body, place);
  for (const place of placesIn(title.terms, group)) {
    add(title, place);
    counts[title.terms[place]!]! -= inBoth[place]!;
  }
}
