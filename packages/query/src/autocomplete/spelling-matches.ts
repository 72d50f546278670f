/** Matches that compare spellings in addition to words: umlauts, special characters, parts around `&`. */

import { expandUmlauts, normalizeSpelling, umlautPrefixes } from '../analysis/normalizer.ts';
import { tokenize } from '../analysis/tokenizer.ts';
import type { Thesaurus } from '../thesaurus/thesaurus.ts';
import { INSIDE_WORD, type MatchContext, offerExact, offerPrefixes } from './matching.ts';
import { normalizedWords } from './prefix-index.ts';
import type { SpecialCharacterWords } from './special-character-words.ts';
import { type Candidate, type TopCandidates, topCandidates } from './top-candidates.ts';

/** Words do not distinguish `Disney+` from `Disney`. The spellings of this many candidates are compared. */
export const MAX_RESPELLED_CANDIDATES = 200;

/** Labels with umlauts that were typed as two vowels: `Kaengu` is a prefix of `Känguru`. */
export function offerWithUmlauts(
  context: MatchContext,
  typed: string[],
  best: TopCandidates,
  thesaurus: Thesaurus,
): void {
  const all = topCandidates(MAX_RESPELLED_CANDIDATES, best.accepts);
  for (const prefix of umlautPrefixes(typed.join(' '))) offerPrefixes(context, normalizedWords(prefix), all);
  for (const { concept, label, score, parts } of all.ranked(thesaurus)) {
    const written = tokenize(thesaurus.labelText(label)).map(({ text }) => expandUmlauts(text));
    const isTyped = parts.every(({ word }, i) => written[word]!.startsWith(typed[i]!));
    if (isTyped) best.offer(concept, label, score, () => parts);
  }
}

/**
 * Labels with other words but the same special characters in these positions: `H & M` for `h&m`, `ASP.NET` for `.net`.
 *
 * `parts` are the words typed without some of their special characters.
 */
export function offerSameSpelling(
  context: MatchContext,
  typed: string[],
  parts: string[],
  best: TopCandidates,
  thesaurus: Thesaurus,
): void {
  const all = topCandidates(MAX_RESPELLED_CANDIDATES, best.accepts);
  offerPrefixes(context, parts, all);
  offerExact(context, parts, all);
  const spelled = typed.join(' ');
  for (const { concept, label, score, parts: found } of all.ranked(thesaurus)) {
    const isSpelled = joinedSpelling(thesaurus.labelText(label)).includes(spelled);
    if (isSpelled) best.offer(concept, label, score, () => found.filter(({ length }) => length > 0));
  }
}

/** Labels that match from the last part of a word joined by `&`: `R&D policy` for `d pol`. */
export function offerAmpersandParts(
  context: MatchContext,
  [first, ...rest]: string[],
  best: TopCandidates,
  thesaurus: Thesaurus,
  { ampersandWords }: SpecialCharacterWords,
): void {
  for (const whole of ampersandWords.get(first!) ?? []) {
    const all = topCandidates(best.count, best.accepts);
    offerPrefixes(context, [whole, ...rest], all);
    for (const { concept, label, parts } of all.ranked(thesaurus)) {
      const [begun, ...others] = parts;
      const part = { ...begun!, offset: whole.length - first!.length, length: first!.length };
      best.offer(concept, label, context.score(label, INSIDE_WORD), () => [part, ...others]);
    }
  }
}

/** The normalized input; undefined if it has no special characters. */
export function spellingWithSpecialCharacters(text: string): string | undefined {
  return /[^\p{L}\p{N}\p{M}\s]/u.test(text) ? joinedSpelling(text.trim()) : undefined;
}

export function sameSpellingFirst(
  candidates: Candidate[],
  spelled: string,
  thesaurus: Thesaurus,
): Candidate[] {
  const isSpelled = ({ label }: Candidate) => joinedSpelling(thesaurus.labelText(label)).startsWith(spelled);
  return [...candidates.filter(isSpelled), ...candidates.filter((each) => !isSpelled(each))];
}

/** Normalized, without spaces around `&`. */
function joinedSpelling(text: string): string {
  return normalizeSpelling(text).replaceAll(' & ', '&');
}
