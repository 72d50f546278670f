/**
 * Number of documents per term that have it in both the title and the body.
 *
 * With these counts, the document frequency over both fields needs no pass over the postings.
 */
import { type SharedUint32Array, sharedUint32 } from '@semantic-search/query/collections';
import type { Postings } from './segment.ts';

/** Counts by index in `title.terms`, of a segment of `size` documents. */
export function jointFrequencies(title: Postings, body: Postings, size: number): SharedUint32Array {
  /** 1 for each document with the term in its title; zero between terms. */
  const inTitle = new Uint8Array(size);
  const counts = sharedUint32(title.terms.length);
  for (let i = 0, j = 0; i < title.terms.length && j < body.terms.length; i++) {
    while (body.terms[j]! < title.terms[i]!) j++;
    if (body.terms[j] === title.terms[i]) counts[i] = countShared(title, i, body, j, inTitle);
  }
  return counts;
}

function countShared(
  title: Postings,
  titleTerm: number,
  body: Postings,
  bodyTerm: number,
  inTitle: Uint8Array,
): number {
  const [begin, end] = [title.starts[titleTerm]!, title.starts[titleTerm + 1]!];
  for (let i = begin; i < end; i++) inTitle[title.documents[i]!] = 1;
  let count = 0;
  for (let i = body.starts[bodyTerm]!; i < body.starts[bodyTerm + 1]!; i++)
    count += inTitle[body.documents[i]!]!;
  for (let i = begin; i < end; i++) inTitle[title.documents[i]!] = 0;
  return count;
}
