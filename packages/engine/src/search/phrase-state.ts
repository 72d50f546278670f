/** State of the phrase matcher: end positions of the phrase so far, by document; empty between phrases. */
import { MAX_SEGMENT_DOCS } from '../index/segment.ts';

let ends = new Uint32Array(1 << 16);
const starts = new Uint32Array(MAX_SEGMENT_DOCS);
const counts = new Uint32Array(MAX_SEGMENT_DOCS);
const documents = new Uint16Array(MAX_SEGMENT_DOCS);
let [ended, kept] = [0, 0];

/** The first `count` of the positions; each document once. */
export function keepEnds(document: number, positions: Uint32Array, count: number): void {
  if (kept + count > ends.length) {
    const more = new Uint32Array(2 * (kept + count));
    more.set(ends);
    ends = more;
  }
  for (let i = 0; i < count; i++) ends[kept + i] = positions[i]!;
  starts[document] = kept;
  counts[document] = count;
  documents[ended++] = document;
  kept += count;
}

export function endsIn(document: number): number {
  return counts[document]!;
}

/** Ascending. */
export function readEnds(document: number, into: Uint32Array): void {
  const start = starts[document]!;
  for (let i = 0; i < counts[document]!; i++) into[i] = ends[start + i]!;
}

/**
 * Takes out the ends that the first `count` of these positions are right behind: a phrase that goes on from one is found
 * once, however many words stand at the next place, as `R` does beside `R&D`.
 */
export function takeOutEnds(document: number, behind: Uint32Array, count: number): void {
  const start = starts[document]!;
  let [left, next] = [0, 0];
  for (let i = 0; i < counts[document]!; i++) {
    const end = ends[start + i]!;
    if (next < count && behind[next] === end + 1) next++;
    else ends[start + left++] = end;
  }
  counts[document] = left;
}

export function forgetEnds(): void {
  for (let i = 0; i < ended; i++) counts[documents[i]!] = 0;
  [ended, kept] = [0, 0];
}
