/** How many documents have a word in the title and in the body: how many have it at all is then known without counting. */
import { type SharedUint32Array, sharedUint32 } from '../shared-arrays.ts';
import { MAX_SEGMENT_DOCS, type Postings } from './segment.ts';

// All zero between calls.
const inTitle = new Uint8Array(MAX_SEGMENT_DOCS);

/** By place in the words of titles. */
export function jointFrequencies(title: Postings, body: Postings): SharedUint32Array {
  const counts = sharedUint32(title.terms.length);
  for (let i = 0, j = 0; i < title.terms.length && j < body.terms.length; i++) {
    while (body.terms[j]! < title.terms[i]!) j++;
    if (body.terms[j] === title.terms[i]) counts[i] = shared(title, i, body, j);
  }
  return counts;
}

function shared(title: Postings, titleWord: number, body: Postings, bodyWord: number): number {
  const [begin, end] = [title.starts[titleWord]!, title.starts[titleWord + 1]!];
  for (let i = begin; i < end; i++) inTitle[title.documents[i]!] = 1;
  let count = 0;
  for (let i = body.starts[bodyWord]!; i < body.starts[bodyWord + 1]!; i++)
    count += inTitle[body.documents[i]!]!;
  for (let i = begin; i < end; i++) inTitle[title.documents[i]!] = 0;
  return count;
}
