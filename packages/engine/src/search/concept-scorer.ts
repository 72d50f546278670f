/** Concept scorer of one segment: finds documents tagged with concepts near the requested one. */

import type { SegmentReader } from '../index/reader.ts';
import type { Matches } from './match-arena.ts';
import type { SearchScratch } from './search-scratch.ts';

/** The weight of a document is the highest `nearness` of its concepts, which is 0 for concepts that do not match. */
export function conceptMatches(
  reader: SegmentReader,
  nearness: Float32Array,
  { matches, nearness: highest, touched }: SearchScratch,
): Matches {
  const { concepts, starts, documents } = reader.concepts;
  let count = 0;
  for (let i = 0; i < concepts.length; i++) {
    const near = nearness[concepts[i]!]!;
    if (near === 0) continue;
    for (let j = starts[i]!; j < starts[i + 1]!; j++) {
      const document = documents[j]!;
      if (highest[document] === 0) touched[count++] = document;
      if (highest[document]! < near) highest[document] = near;
    }
  }
  return matches.collect(reader, highest, touched, count);
}

/** Adds weight times nearness. */
export function addConceptScores(
  { documents, weights }: Matches,
  weight: number,
  scores: Float32Array,
): void {
  for (let i = 0; i < documents.length; i++) scores[documents[i]!]! += weight * weights[i]!;
}
