/** Dictionary words with special characters; input variants with them are tried only if there are any. */

import { splitAtAmpersand } from '../analysis/ampersands.ts';
import { getOrInsert } from '../collections/get-or-insert.ts';
import { type LabelDictionary, prefixRange, wordText } from './label-dictionary.ts';

export interface SpecialCharacterWords {
  /** True if a word starts with a dot, such as `.net`. */
  hasDottedWords: boolean;
  /** Words with `&`, by their last part: `r&d` by `d`. */
  ampersandWords: ReadonlyMap<string, string[]>;
}

const AMPERSAND = '&'.charCodeAt(0);
const known = new WeakMap<LabelDictionary, SpecialCharacterWords>();

/** One pass over all words, cached for each dictionary. */
export function specialCharacterWords(vocabulary: LabelDictionary): SpecialCharacterWords {
  return getOrInsert(known, vocabulary, () => {
    const [from, to] = prefixRange(vocabulary, '.');
    return { hasDottedWords: from < to, ampersandWords: joinedWords(vocabulary) };
  });
}

function joinedWords(vocabulary: LabelDictionary): Map<string, string[]> {
  const { units, starts, shared } = vocabulary;
  const found = new Map<string, string[]>();
  let word = 0;
  for (let at = units.indexOf(AMPERSAND); at >= 0; at = units.indexOf(AMPERSAND, starts[word + 1]!)) {
    while (word + 1 < shared.length && starts[word + 1]! <= at) word++;
    const whole = wordText(vocabulary, word);
    getOrInsert(found, splitAtAmpersand(whole).at(-1)!, () => []).push(whole);
  }
  return found;
}
