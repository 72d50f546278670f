/** How common words are. */
import type { Generation } from '../index/generation.ts';
import { findTerm } from '../index/segment.ts';
import { matchesIn, type TermGroup } from './matcher.ts';

/** Occurrences in titles and bodies, by document; those of deleted documents are still counted, until they are merged away. */
export function frequencyOf(group: TermGroup, generation: Generation): number {
  let count = 0;
  for (const { segment } of generation.parts) {
    for (const { terms, starts } of [segment.title, segment.body]) {
      for (const term of group) {
        const found = findTerm(terms, term);
        if (found >= 0) count += starts[found + 1]! - starts[found]!;
      }
    }
  }
  return count;
}

/** Live documents that have one of these words, whatever of them; counted no further than the part where there are `enough`. */
export function documentsWith(group: TermGroup, generation: Generation, enough = Infinity): number {
  let count = 0;
  for (const part of generation.parts) {
    count += matchesIn(part, { kind: 'word', terms: group }).documents.length;
    if (count >= enough) return count;
  }
  return count;
}
