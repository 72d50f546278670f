/** How common words are. */
import type { Generation } from '../index/generation.ts';
import { findTerm } from '../index/segment.ts';
import type { TermGroup } from './matcher.ts';

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

/** The same without deleted documents, looked up one by one where there are any. */
export function liveFrequencyOf(group: TermGroup, generation: Generation, enough = Infinity): number {
  let count = 0;
  for (const { segment, deleted } of generation.parts) {
    for (const { terms, starts, documents } of [segment.title, segment.body]) {
      for (const term of group) {
        const found = findTerm(terms, term);
        if (found < 0) continue;
        const [begin, end] = [starts[found]!, starts[found + 1]!];
        if (deleted === null) count += end - begin;
        else for (let i = begin; i < end && count < enough; i++) count += 1 - deleted[documents[i]!]!;
        if (count >= enough) return count;
      }
    }
  }
  return count;
}
