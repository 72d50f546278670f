/** Query understanding: parse an input, rewrite it, plan it, relax it. */

export {
  type MatchReport,
  type NamedConcept,
  QueryError,
  type RecognizedConcept,
  type Span,
  type SuggestedConcept,
  type ThesaurusPart,
  type ThesaurusReport,
} from './api.ts';
export { matchSpans, openSuggester, type Suggester } from './autocomplete/suggester.ts';
export {
  frequencyOf,
  type IndexStatistics,
  idf,
  type LanguageShare,
  languageDistribution,
  type ReadableTermDictionary,
} from './index-statistics.ts';
export {
  deserializeThesaurus,
  emptyThesaurus,
  type IndexedThesaurus,
  type ParsedThesaurus,
  parseThesaurus,
} from './indexed-thesaurus.ts';
export { missingFactors, productOf } from './match-threshold.ts';
export { MAX_QUERY_LENGTH, parseQuery } from './parser.ts';
export { planQuery } from './planner.ts';
export {
  ALL_QUERY_OPTIONS,
  type Alternative,
  type Matcher,
  type MatchThreshold,
  type QueryLanguage,
  type QueryOptions,
  type QueryPlan,
  type TermSet,
  type ThresholdShares,
} from './query-plan.ts';
export {
  hasTooFewHits,
  MAX_EXPANDED_TERMS,
  MIN_HITS,
  MIN_HITS_OF_ALL_WORDS,
  matchReport,
  type QueryPass,
  type Relaxation,
  relax,
  relaxAsync,
} from './relaxation.ts';
export {
  HEADING_WEIGHT,
  HIERARCHY_DECAY,
  MAX_CONCEPTS,
  MAX_HOMONYMS,
  subjectMatcher,
  TAG_WEIGHT,
} from './rewriters/concept-expansion.ts';
export { FOREIGN_FACTOR } from './rewriters/query-language.ts';
export { didYouMean } from './rewriters/spell-checker.ts';
export { type ConceptEdit, EDITS_PART, editConcept, exportThesaurus } from './thesaurus-edit.ts';
export {
  changeThesaurus,
  type PartRemoval,
  type PartReplacement,
  replacesAllParts,
  thesaurusDigest,
  thesaurusParts,
} from './thesaurus-parts.ts';
export { requirementRarities, requirementsInTitle, titleBonus } from './title-bonus.ts';
