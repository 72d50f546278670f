/** Fuzzy matching against the words of labels: spelling candidates. */

import { normalizeSpelling } from '../analysis/normalizer.ts';
import { fuzzyPrefixMatches } from '../autocomplete/fuzzy-prefix.ts';
import { findWord, wordText } from '../autocomplete/label-dictionary.ts';
import { labelSpelling, type SuggestionIndex } from '../autocomplete/prefix-index.ts';
import type { SpellingCandidate } from '../spelling/candidate-ranking.ts';
import { editDistance, maxEdits } from '../spelling/edit-distance.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';

/** Label words within the allowed edit distance; empty if labels contain the word itself. */
export function similarLabelWords(
  index: SuggestionIndex,
  thesaurus: Thesaurus,
  word: string,
): SpellingCandidate[] {
  const { vocabulary } = index;
  const typed = normalizeSpelling(word);
  const most = maxEdits(typed);
  if (most === 0 || findWord(vocabulary, typed) >= 0) return [];
  const bytes = Buffer.from(typed);
  return fuzzyPrefixMatches(vocabulary, typed, most).flatMap(({ word: number }) => {
    const text = wordText(vocabulary, number);
    // The dictionary search also returns words with a similar prefix; a complete word must match as a whole.
    if (text.length > typed.length + most || editDistance(bytes, Buffer.from(text), most) > most) return [];
    return [{ text, spelling: labelSpelling(index, thesaurus, number), documents: 0 }];
  });
}
