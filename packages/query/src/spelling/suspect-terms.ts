/**
 * Suspect terms: probably misspelled in the index itself (very rare, with a frequent near neighbor).
 *
 * They are searched as typed; the neighbor is suggested.
 */
import { normalize } from '../analysis/normalizer.ts';
import type { SpellingCandidate } from './candidate-ranking.ts';
import { weightedEditDistance } from './weighted-edit-distance.ts';

/** Maximum document frequency of a suspect term. */
export const MAX_SUSPECT_DOCS = 2;
/** Minimum ratio of the document frequencies. */
const MIN_FREQUENCY_RATIO = 50;
/** Minimum length in characters: shorter words have real neighbors, such as `curtain` and `certain`. */
const MIN_LENGTH = 10;
/**
 * One edit, and none at the ends, where inflections and other languages differ: `economico` is no misspelled
 * `economic`.
 */
const MAX_EDIT_COST = 1;

/** True if the word is long enough to be a suspect term. */
export function isLongEnough(word: string): boolean {
  return normalize(word).length >= MIN_LENGTH;
}

/** Candidates that are frequent enough to be the intended word. */
export function frequentNeighbors(
  word: string,
  documents: number,
  near: readonly SpellingCandidate[],
): SpellingCandidate[] {
  const typed = normalize(word);
  return near.filter(
    (other) =>
      other.documents >= documents * MIN_FREQUENCY_RATIO &&
      other.text[0] === typed[0] &&
      other.text.at(-1) === typed.at(-1) &&
      weightedEditDistance(typed, other.text) <= MAX_EDIT_COST,
  );
}
