/** Query understanding: parse an input, rewrite it, plan it, relax it. */

export {
  type NamedConcept,
  QueryError,
  type RecognizedConcept,
  type Span,
  type SuggestedConcept,
  type ThesaurusReport,
} from './api.ts';
export {
  distributionOf,
  type IndexStatistics,
  type LanguageShare,
  type TermLookup,
} from './index-statistics.ts';
export {
  deserializeThesaurus,
  emptyThesaurus,
  type IndexedThesaurus,
  type ParsedThesaurus,
  parseThesaurus,
  SERIALIZED_THESAURUS_MEDIA_TYPE,
} from './indexed-thesaurus.ts';
export { parseQuery } from './parser.ts';
export { planQuery } from './planner.ts';
export {
  ALL_QUERY_OPTIONS,
  type Alternative,
  type Matcher,
  type QueryLanguage,
  type QueryOptions,
  type QueryPlan,
  type TermSet,
} from './query.ts';
export {
  hasTooFewHits,
  MAX_EXPANDED_TERMS,
  MIN_HITS,
  minimumShouldMatch,
  type QueryPass,
  type Relaxation,
  relax,
  relaxAsync,
  withoutPrefixMatches,
} from './relaxation.ts';
export { openSuggester, type Suggester } from './suggest.ts';
