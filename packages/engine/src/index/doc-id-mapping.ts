/** Doc ID mapping for a merge: new document numbers of the live documents of each segment. */
import type { SegmentReader } from './reader.ts';
import type { Segment } from './segment.ts';

/** What a merge reads, without the caches of a reader, so that workers can receive it. */
export type MergeInput = Pick<SegmentReader, 'segment' | 'deleted' | 'concepts'>;

/** Instead of a new number, which is less than `MAX_SEGMENT_DOCS`. */
export const DELETED = 0xffff_ffff;

export interface DocIdMapping extends Omit<MergeInput, 'concepts'> {
  /** New number of each document, or `DELETED`. */
  numbers: Uint32Array;
}

export function mapDocIds(inputs: MergeInput[]): { sources: DocIdMapping[]; size: number } {
  let size = 0;
  const sources = inputs.map(({ segment, deleted }) => {
    const numbers = new Uint32Array(segment.size);
    for (let old = 0; old < segment.size; old++) numbers[old] = deleted?.[old] === 1 ? DELETED : size++;
    return { segment, deleted, numbers };
  });
  return { sources, size };
}

/** Visits the live documents in their new order. */
export function forEachLiveDocument(
  sources: DocIdMapping[],
  visit: (segment: Segment, old: number, document: number) => void,
) {
  for (const { segment, numbers } of sources) {
    for (let old = 0; old < segment.size; old++)
      if (numbers[old] !== DELETED) visit(segment, old, numbers[old]!);
  }
}
