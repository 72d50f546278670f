/** Ranking of spelling candidates by weighted edit distance, language and document frequency. */

import type { Analyzer } from '../analysis/analyzers.ts';
import { lowercaseNfkc, normalize } from '../analysis/normalizer.ts';
import type { QueryLanguage } from '../query/query-language.ts';
import { weightedEditDistance } from './weighted-edit-distance.ts';

/** A term similar to the one typed. */
export interface SpellingCandidate {
  /** Normalized. */
  text: string;
  /** Spelling for display. */
  spelling: string;
  /** Document frequency; 0 for words that only labels contain. */
  documents: number;
}

/** Cost of a candidate in another language than the query. */
const foreign = 0.5;
/** Maximum bonus for a high document frequency. */
const mostFrequent = 0.5;
/** Maximum edit cost for each character typed: more would leave little of the word. */
const mostForLetter = 0.2;
/** Maximum cost for words of four characters, including the language. */
const mostOfShort = 0.9;
/** Maximum cost for longer words beyond the number of allowed edits. */
const mostBeyond = 0.5;

/**
 * Returns the most likely correction; undefined if there is none. Numbers are not corrected, and stop words are not
 * offered.
 */
export function bestCandidate(
  word: string,
  near: readonly SpellingCandidate[],
  { analyzer: own, stopWordAnalyzer: stops, isForeign }: QueryLanguage,
  languages: readonly Analyzer[],
): SpellingCandidate | undefined {
  const typed = normalize(word);
  // A word with diacritics is not corrected to a foreign word without them: `Süden` does not become `sudden`.
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
    // Candidates are sorted by cost without language: the rest cannot be cheaper.
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
