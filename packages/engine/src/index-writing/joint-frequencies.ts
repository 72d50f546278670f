/** Joint frequencies: numbers of documents that a sum over title and body counts twice for a term. */
import { sharedUint32 } from '@semantic-search/query/collections';
import type { Postings } from '../index/segment.ts';

/** Counts by index in `title.terms`, of a segment of `size` documents. */
export function jointFrequencies(title: Postings, body: Postings, size: number): Uint32Array {
  /** By document: 1 if the current term is in its title. */
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

/** Both lists contain document numbers. `inTitle` must be all zeros; it is all zeros again afterwards. */
function countShared(titleDocuments: Uint16Array, bodyDocuments: Uint16Array, inTitle: Uint8Array): number {
  for (let i = 0; i < titleDocuments.length; i++) inTitle[titleDocuments[i]!] = 1;
  let count = 0;
  for (let i = 0; i < bodyDocuments.length; i++) count += inTitle[bodyDocuments[i]!]!;
  for (let i = 0; i < titleDocuments.length; i++) inTitle[titleDocuments[i]!] = 0;
  return count;
}
