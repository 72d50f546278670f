/**
 * Prefetches the starts of postings lists in all segments before they are read one by one.
 *
 * Queries with few matches mostly wait for memory; overlapping cache misses hide the latency.
 */

import { getOrInsert } from '@semantic-search/query/util';
import type { IndexReader } from '../index/index-reader.ts';
import { prefetch } from '../index/prefetch.ts';
import type { Postings } from '../index/segment.ts';
import { type Directory, directoryFor, placeBy } from './term-directory.ts';

interface List {
  postings: Postings;
  directory: Directory;
}

const listsOf = new WeakMap<IndexReader, List[]>();

/** The long lists of all parts; short ones are near each other. */
function longLists(reader: IndexReader): List[] {
  return getOrInsert(listsOf, reader, ({ segments }) => {
    const all = segments.flatMap(({ segment: { title, body } }) => [title, body]);
    return all.flatMap((postings) => {
      const directory = directoryFor(postings.terms);
      return directory ? [{ postings, directory }] : [];
    });
  });
}

/** Where the word begins in each list, -1 for not at all. */
let begins = new Int32Array(256);

export function prefetchPostings(reader: IndexReader, terms: readonly number[]): void {
  const lists = longLists(reader);
  if (begins.length < lists.length) begins = new Int32Array(lists.length * 2);
  let sum = 0;
  for (const term of terms) for (const { directory } of lists) sum ^= directory[(term >>> 5) * 2]!;
  for (const term of terms) {
    for (let i = 0; i < lists.length; i++) {
      const { postings, directory } = lists[i]!;
      const place = placeBy(directory, term);
      begins[i] = place < 0 ? -1 : postings.starts[place]!;
    }
    for (let i = 0; i < lists.length; i++)
      if (begins[i]! >= 0) sum ^= lists[i]!.postings.documents[begins[i]!]!;
  }
  prefetch(sum);
}
