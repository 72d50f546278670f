/** Tombstones: deletes documents of a reader's segments by key. */

import type { TermOccurrences } from '@semantic-search/query/terms';
import type { Removed } from '../storage/database.ts';
import { type SegmentReader, withDeletions } from './index-reader.ts';
import { findKey } from './segment.ts';

/** What goes with these documents; nothing with those that no part has, or has no more. */
export function removedTerms(
  parts: readonly SegmentReader[],
  removed: readonly Removed[],
): TermOccurrences[] {
  return removed.flatMap(({ key, forms }) => {
    const language = languageOfKey(parts, key);
    return language === undefined ? [] : { languages: [language], forms };
  });
}

/** The number of the language of a document that is there. */
export function languageOfKey(parts: readonly SegmentReader[], key: number): number | undefined {
  for (const { segment, deleted } of parts) {
    const document = findKey(segment, key);
    if (document >= 0) return deleted?.[document] === 1 ? undefined : segment.languages[document];
  }
  return undefined;
}

export function withoutKeys(parts: readonly SegmentReader[], keys: number[]): SegmentReader[] {
  if (keys.length === 0) return [...parts];
  return parts.map((part) => {
    const documents = keys.map((key) => findKey(part.segment, key));
    const found = [...new Set(documents)].filter(
      (document) => document >= 0 && part.deleted?.[document] !== 1,
    );
    return found.length > 0 ? withDeletions(part, found) : part;
  });
}

/** Keys of what has been deleted from a part that was among those `before`. */
export function deletedSince(now: SegmentReader, before: SegmentReader[]): number[] {
  const then = before.find(({ segment }) => segment === now.segment)!;
  if (now.deleted === then.deleted || now.deleted === null) return [];
  const keys: number[] = [];
  for (let document = 0; document < now.segment.size; document++) {
    if (now.deleted[document] === 1 && then.deleted?.[document] !== 1) keys.push(now.segment.keys[document]!);
  }
  return keys;
}

export function liveKeys({ segment, deleted }: SegmentReader): number[] {
  return [...segment.keys].filter((_, document) => deleted?.[document] !== 1);
}
