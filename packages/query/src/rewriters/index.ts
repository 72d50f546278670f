/** Query rewriters: each adds alternatives or exclusions to a query. */

export { compoundConcepts, withCompounds } from './compound-concepts.ts';
export {
  CONCEPT_WEIGHT,
  HIERARCHY_DECAY,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  PARTIAL_MATCH_FACTOR,
  PHRASE_WORD_FACTOR,
  SYNONYM_WEIGHT,
  subjectMatcher,
} from './concept-expansion.ts';
export { correctSpecialCharacters, decompoundClauses } from './decompounding.ts';
export { excludedConcepts } from './exact-concepts.ts';
export { similarLabelWords } from './fuzzy-labels.ts';
export { conceptMatchOptions } from './matcher-options.ts';
export { prefixConcepts } from './prefix-concepts.ts';
export { analyzeQuery, matchLabels } from './query-analysis.ts';
export { insideAny, type QueryMatch, spans } from './query-match.ts';
export { didYouMean } from './spelling.ts';
export {
  joinedWords,
  MAX_JOINED_WORDS,
  splitCandidates,
  splitWord,
  withoutLeadingDot,
} from './spelling-variants.ts';
export { COMPOUND_WEIGHT, MAX_PREFIX_EXPANSIONS, PREFIX_WEIGHT } from './term-expansion.ts';
