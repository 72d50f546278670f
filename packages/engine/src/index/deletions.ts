/** Tombstones: deletes documents by key. */

import type { SegmentReader } from './reader.ts';
import { findKey } from './segment.ts';

export function withoutKeys(segments: readonly SegmentReader[], keys: readonly number[]): SegmentReader[] {
  if (keys.length === 0) return [...segments];
  return segments.map((reader) => {
    const documents = keys.map((key) => findKey(reader.segment, key));
    const found = [...new Set(documents)].filter(
      (document) => document >= 0 && reader.deleted?.[document] !== 1,
    );
    return found.length > 0 ? reader.withDeletions(found) : reader;
  });
}

/** Keys of the documents deleted from a segment since `before`, which must contain the segment. */
export function deletedSince(now: SegmentReader, before: SegmentReader[]): number[] {
  const then = before.find(({ segment }) => segment === now.segment)!;
  if (now.deleted === then.deleted || now.deleted === null) return [];
  const keys: number[] = [];
  for (let document = 0; document < now.segment.size; document++) {
    if (now.deleted[document] === 1 && then.deleted?.[document] !== 1) keys.push(now.segment.keys[document]!);
  }
  return keys;
}

export function liveKeys(reader: SegmentReader): number[] {
  return Array.from(reader.liveDocuments(), (document) => reader.segment.keys[document]!);
}
