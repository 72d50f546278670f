/** Counts sparse concepts: the concept numbers in document rows, one by one. */

import type { ConceptColumns } from '../index/concept-columns.ts';
import { prefetch } from '../index/prefetch.ts';

/** Documents fewer than this share of all lie so far apart that reading them is mostly waiting for memory. */
const sparseShare = 1 / 8;

/** Adds to `counts`, by concept; those from the place `limit` on are left out. */
export function addRows(
  columns: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  limit: number,
): void {
  if (documents.length < (columns.rareStarts.length - 1) * sparseShare)
    addSparseRows(columns, documents, counts, sign, limit);
  else addDenseRows(columns, documents, counts, sign, limit);
}

/** By place; all zero between calls. */
let tally = new Uint32Array(0);

/** Counts places first: looking up the concept of each entry would cost more. */
function addDenseRows(
  { rareStarts, rare, order }: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  limit: number,
): void {
  if (tally.length < order.length) tally = new Uint32Array(order.length);
  for (let i = 0; i < documents.length; i++) {
    const document = documents[i]!;
    const end = rareStarts[document + 1]!;
    for (let j = rareStarts[document]!; j < end; j++) {
      const place = rare[j]!;
      if (place >= limit) break;
      tally[place]!++;
    }
  }
  for (let place = 0; place < limit; place++) counts[order[place]!]! += sign * tally[place]!;
  tally.fill(0, 0, limit);
}

const stretch = 128;
const begins = new Uint32Array(stretch);
const ends = new Uint32Array(stretch);

/** Reads the first and last value of the next rows before they are needed: memory is then waited for once, not for each. */
function addSparseRows(
  { rareStarts, rare, order }: ConceptColumns,
  documents: Uint16Array,
  counts: Uint32Array,
  sign: number,
  limit: number,
): void {
  for (let from = 0; from < documents.length; from += stretch) {
    const length = Math.min(stretch, documents.length - from);
    for (let i = 0; i < length; i++) {
      begins[i] = rareStarts[documents[from + i]!]!;
      ends[i] = rareStarts[documents[from + i]! + 1]!;
    }
    let ahead = 0;
    for (let i = 0; i < length; i++) ahead += (rare[begins[i]!] ?? 0) + (rare[ends[i]! - 1] ?? 0);
    prefetch(ahead);
    for (let i = 0; i < length; i++) {
      const end = ends[i]!;
      for (let j = begins[i]!; j < end; j++) {
        const place = rare[j]!;
        if (place >= limit) break;
        counts[order[place]!]! += sign;
      }
    }
  }
}
