/** The words of labels that signs belong to: where a thesaurus has none, nobody means them by what is typed without. */

import { splitAtAmpersand } from '../analysis/ampersands.ts';
import { getOrInsert } from '../get-or-insert.ts';
import { type LabelDictionary, prefixRange, wordText } from './label-dictionary.ts';

export interface SpecialCharacterWords {
  /** Some word begins with a dot, as `.net`. */
  dotted: boolean;
  /** Words joined by `&`, by the last of those that are: `r&d` by `d`. */
  joined: ReadonlyMap<string, string[]>;
}

const joint = '&'.charCodeAt(0);
const known = new WeakMap<LabelDictionary, SpecialCharacterWords>();

/** One pass over all words, once for each vocabulary. */
export function specialCharacterWords(vocabulary: LabelDictionary): SpecialCharacterWords {
  return getOrInsert(known, vocabulary, () => {
    const [from, to] = prefixRange(vocabulary, '.');
    return { dotted: from < to, joined: joinedWords(vocabulary) };
  });
}

function joinedWords(vocabulary: LabelDictionary): Map<string, string[]> {
  const { units, starts, shared } = vocabulary;
  const found = new Map<string, string[]>();
  let word = 0;
  for (let at = units.indexOf(joint); at >= 0; at = units.indexOf(joint, starts[word + 1]!)) {
    while (word + 1 < shared.length && starts[word + 1]! <= at) word++;
    const whole = wordText(vocabulary, word);
    getOrInsert(found, splitAtAmpersand(whole).at(-1)!, () => []).push(whole);
  }
  return found;
}
