/** Tombstones: deletes documents by key, and finds the terms whose document counts decrease. */

import type { TermOccurrences } from '@semantic-search/query/terms';
import type { Removed } from '../storage/removals.ts';
import type { SegmentReader } from './reader.ts';
import { findKey } from './segment.ts';

/** Terms of the removed documents. Documents that are missing or already deleted have none. */
export function removedTerms(
  segments: readonly SegmentReader[],
  removed: readonly Removed[],
): TermOccurrences[] {
  return removed.flatMap(({ key, forms }) => {
    const language = languageOfKey(segments, key);
    return language === undefined ? [] : { languages: [language], forms };
  });
}

/** Language number of a live document; undefined if no segment has it. */
export function languageOfKey(segments: readonly SegmentReader[], key: number): number | undefined {
  for (const { segment, deleted } of segments) {
    const document = findKey(segment, key);
    if (document >= 0) return deleted?.[document] === 1 ? undefined : segment.languages[document];
  }
  return undefined;
}

export function withoutKeys(segments: readonly SegmentReader[], keys: number[]): SegmentReader[] {
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
