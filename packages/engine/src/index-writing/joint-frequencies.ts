/** Numbers of documents with a term in both title and body, to add up the frequencies of both fields. */
import { sharedUint32 } from '@semantic-search/query/collections';
import type { Postings } from '../index/segment.ts';

/** Counts by index in `title.terms`, of a segment of `size` documents. */
export function jointFrequencies(title: Postings, body: Postings, size: number): Uint32Array {
  /** 1 for each document with the term in its title; zero between terms. */
  const inTitle = new Uint8Array(size);
  const counts = sharedUint32(title.terms.length);
  for (let i = 0, j = 0; i < title.terms.length && j < body.terms.length; i++) {
    while (body.terms[j]! < title.terms[i]!) j++;
    if (body.terms[j] === title.terms[i])
      counts[i] = countShared(documentsOf(title, i), documentsOf(body, j), inTitle);
  }
  return counts;
}

function documentsOf({ starts, documents }: Postings, ordinal: number): Uint16Array {
  return documents.subarray(starts[ordinal], starts[ordinal + 1]);
}

function countShared(inTitles: Uint16Array, inBodies: Uint16Array, marks: Uint8Array): number {
  for (let i = 0; i < inTitles.length; i++) marks[inTitles[i]!] = 1;
  let count = 0;
  for (let i = 0; i < inBodies.length; i++) count += marks[inBodies[i]!]!;
  for (let i = 0; i < inTitles.length; i++) marks[inTitles[i]!] = 0;
  return count;
}
