/** Fuzzy matching against the words of labels: spelling candidates and prefix checks. */

import { expandUmlauts, normalize, normalizeSpelling, umlautPrefixes } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import { fuzzyPrefixMatches } from '../autocomplete/fuzzy-prefix.ts';
import { findWord, prefixRange, wordText } from '../autocomplete/label-dictionary.ts';
import type { SuggestionIndex } from '../autocomplete/prefix-index.ts';
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
    return [{ text, spelling: spellingOf(index, thesaurus, number), documents: 0 }];
  });
}

/** True if a word of a label starts with these characters, also with umlauts written as two vowels. */
export function isLabelWordPrefix(beginning: string, index: SuggestionIndex, thesaurus: Thesaurus): boolean {
  const [from, to] = prefixRange(index.vocabulary, normalizeSpelling(beginning));
  if (from < to) return true;
  const typed = normalize(beginning);
  return umlautPrefixes(beginning).some((spelling) => {
    const [first, end] = prefixRange(index.vocabulary, normalizeSpelling(spelling));
    for (let word = first; word < end; word++)
      if (expandUmlauts(spellingOf(index, thesaurus, word)).startsWith(typed)) return true;
    return false;
  });
}

function spellingOf({ keyStarts, keyLabels, keyWords }: SuggestionIndex, thesaurus: Thesaurus, word: number) {
  const key = keyStarts[word]!;
  return tokenize(thesaurus.labelText(keyLabels[key]!))[keyWords[key]!]!.text.toLowerCase();
}
