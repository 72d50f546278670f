/** How common words are. */
import type { Generation } from '../index/generation.ts';
import { type TermGroup, wordFrequency } from './word-matches.ts';

/** Live documents that have one of these words, whatever of them; counted no further than the part where there are `enough`. */
export function documentsWith(group: TermGroup, generation: Generation, enough = Infinity): number {
  let count = 0;
  for (const part of generation.parts) {
    count += wordFrequency(part, group);
    if (count >= enough) return count;
  }
  return count;
}
