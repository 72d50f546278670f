/**
 * Building blocks of the engine for backends with another document store, such as OpenSearch.
 *
 * They analyze queries, thesauri and facets as the engine does. They are internal: they change with the engine, unlike
 * the other exports of `index.ts`.
 */

export { type Analyzer, analyzerFor } from './analysis/analyzers.ts';
export { type DetectLanguage, languageDetector } from './analysis/language-detector.ts';
export { normalize } from './analysis/normalizer.ts';
export { subwords } from './analysis/special-characters.ts';
export { type Token, TokenReader, tokenize } from './analysis/tokenizer.ts';
export { openSuggester, type Suggester } from './autocomplete/suggest.ts';
export { documentText, extractSubjects, languageResolver } from './concept-tagging/document-tagger.ts';
export { type Extractor, openExtractor } from './concept-tagging/extract-concepts.ts';
export { type CooperativeTask, runInSlices } from './cooperative-scheduling.ts';
export { conceptValues, literalValues, rangeValues } from './facets/facet-result.ts';
export { type FacetSource, facetOrThrow, findFacet, offeredFacets } from './facets/facets.ts';
export { type LabelledRange, parseRange, rangesOver } from './facets/ranges.ts';
export { type Attributes, GrowingAttributes } from './index/attributes.ts';
export { bitCount } from './index/bit-count.ts';
export { dateOf, facetValueOf, faultOf } from './index/indexable-document.ts';
export type { TermDictionary } from './index/term-dictionary.ts';
export { TermDictionaryBuilder } from './index/term-dictionary-builder.ts';
export { fullDocument } from './presentation/full-document.ts';
export { type Highlight, type HighlightTargets, highlighter } from './presentation/highlighter.ts';
export { conceptsOf, presenter, type ShownBy } from './presentation/presenter.ts';
export { snippet } from './presentation/snippet.ts';
export { HIERARCHY_DECAY } from './query/concept-expansion.ts';
export type { IndexStatistics, LanguageShare } from './query/index-statistics.ts';
export { distributionOf } from './query/language-distribution.ts';
export { parseQuery } from './query/parser.ts';
export { planQuery } from './query/planner.ts';
export { ALL_QUERY_OPTIONS, type Alternative, type QueryPlan } from './query/query-plan.ts';
export {
  hasTooFewHits,
  MIN_HITS,
  minimumShouldMatch,
  nextRelaxation,
  type Relaxation,
  withoutPrefixMatches,
} from './query/relaxation.ts';
export { b, EXACT_TITLE_WEIGHT, k1 } from './search/bm25.ts';
export { byFrequency } from './search/document-frequency.ts';
export type { Matcher, TermSet } from './search/matcher.ts';
export { didYouMean } from './spelling/spell-checker.ts';
export { readStatements } from './thesaurus/rdf-parser.ts';
export {
  deserializeThesaurus,
  emptyThesaurus,
  type IndexedThesaurus,
  parseThesaurus,
} from './thesaurus/serialization.ts';
export { thesaurusBuilder } from './thesaurus/skos-collector.ts';
export type { Thesaurus } from './thesaurus/thesaurus.ts';
