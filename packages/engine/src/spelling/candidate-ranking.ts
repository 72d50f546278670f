/** Which of several words was meant by one that nobody knows: by how it came to be mistyped, by language, by frequency. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import type { QueryLanguage } from '../query/query-language.ts';
import { weightedEditDistance } from './weighted-edit-distance.ts';

/** A word spelled nearly like the one typed. */
export interface SpellingCandidate {
  /** Folded. */
  text: string;
  /** How it is to be written. */
  spelling: string;
  /** That have it; 0 for a word of labels alone. */
  documents: number;
}

/** What a word of another language than the one asked in costs beside its slips. */
const foreign = 0.5;
/** What a word of most documents is ahead of one of labels alone. */
const mostFrequent = 0.5;
/** What slips may cost for each letter that was typed: more would leave little of the word. */
const mostForLetter = 0.2;
/** What a word may cost in place of one of four letters, its language included. */
const mostOfShort = 0.9;
/** Of longer ones; the number of letters that may differ bounds it further. */
const mostBeyond = 0.5;

/**
 * What was meant by a word, as it was typed; undefined where none is likely: numbers are no mistyped numbers, and what says
 * nothing is not meant.
 */
export function bestCandidate(
  word: string,
  near: readonly SpellingCandidate[],
  { analyzer: own, stopWordAnalyzer: stops, isForeign }: QueryLanguage,
  languages: readonly Analyzer[],
): SpellingCandidate | undefined {
  const typed = normalize(word);
  // Who types umlauts means a word that may have them: `Süden` is no mistyped `sudden`.
  const hasMarks = typed !== lowercaseNfkc(word);
  if (/\p{N}/u.test(typed)) return undefined;
  const most = Math.max(1, ...near.map(({ documents }) => documents));
  const isStop = (text: string) => {
    const read = own ?? stops;
    return read?.isStopWord(text) || (languages.some((each) => each.isStopWord(text)) && isForeign(text));
  };
  const ranked = near
    .map((word) => {
      const slips = weightedEditDistance(typed, word.text);
      const share = Math.log(1 + word.documents) / Math.log(1 + most);
      return { word, slips, cost: slips - mostFrequent * share };
    })
    .sort((a, b) => a.cost - b.cost || bytewise(a.word.text, b.word.text));
  const bound = typed.length < 5 ? mostOfShort : (typed.length < 8 ? 1 : 2) + mostBeyond;
  let best: { word: SpellingCandidate; cost: number } | undefined;
  for (const { word, slips, cost } of ranked) {
    // Those that follow are no better, whatever their language.
    if (best && cost >= best.cost) break;
    if (slips > typed.length * mostForLetter || isStop(word.text)) continue;
    const further = isForeign(word.text) ? foreign : 0;
    if (further > 0 && hasMarks && word.spelling === word.text) continue;
    if (slips + further <= bound && (!best || cost + further < best.cost))
      best = { word, cost: cost + further };
  }
  return best?.word;
}

function bytewise(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
