/**
 * Words that very few documents have beside a neighbour that very many have: mistyped there as by who asks. They are
 * answered as they are; the other one is offered.
 */
import { normalize } from '../analysis/normalizer.ts';
import type { SpellingCandidate } from './candidate-ranking.ts';
import { weightedEditDistance } from './weighted-edit-distance.ts';

/** Documents that have such a word, at most. */
export const MAX_SUSPECT_DOCS = 2;
/** How many times as many have the other one. */
const timesMore = 50;
/** In letters: shorter words have neighbours of their own, as `curtain` and `certain`. */
const shortest = 10;
/** One slip, and none where endings and other languages differ: `economico` is no mistyped `economic`. */
const mostSlips = 1;

/** Long enough for that. */
export function isLongEnough(word: string): boolean {
  return normalize(word).length >= shortest;
}

/** Those of the words near to a rare one that so many more documents have that they are meant. */
export function frequentNeighbors(
  word: string,
  documents: number,
  near: readonly SpellingCandidate[],
): SpellingCandidate[] {
  const typed = normalize(word);
  return near.filter(
    (other) =>
      other.documents >= documents * timesMore &&
      other.text[0] === typed[0] &&
      other.text.at(-1) === typed.at(-1) &&
      weightedEditDistance(typed, other.text) <= mostSlips,
  );
}
