/** Spelling: edit distances and candidate ranking. */

export { bestCandidate, type SpellingCandidate } from './candidate-ranking.ts';
