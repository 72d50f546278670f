/**
 * What the embedded engine works with, for backends that keep documents elsewhere and read inputs, thesauri and facets
 * the same way. It goes along with how the engine works; the interface is what `index.ts` names itself.
 */

export { type Language, languageOf } from './analysis/analyzers.ts';
export { type DetectLanguage, languageDetector } from './analysis/language-detector.ts';
export { fold } from './analysis/normalizer.ts';
export { wordsWithin } from './analysis/special-characters.ts';
export { type Word, WordReader, words } from './analysis/tokenizer.ts';
export { openSuggester, type Suggester } from './autocomplete/suggest.ts';
export { extractedSubjects, languageReader, textOf } from './concept-tagging/document-tagger.ts';
export { type Extractor, openExtractor } from './concept-tagging/extract-concepts.ts';
export { inSlices, type Steps } from './cooperative-scheduling.ts';
export { conceptValues, literalValues, rangeValues } from './facets/facet-result.ts';
export { type FacetSource, facetOrThrow, findFacet, offeredFacets } from './facets/facets.ts';
export { type LabelledRange, parseRange, rangesOver } from './facets/ranges.ts';
export { type Attributes, GrowingAttributes } from './index/attributes.ts';
export { bitCount } from './index/bit-count.ts';
export { dateOf, facetValueOf, faultOf } from './index/indexable-document.ts';
export type { Vocabulary } from './index/term-dictionary.ts';
export { GrowingVocabulary } from './index/term-dictionary-builder.ts';
export { wholeDocument } from './presentation/full-document.ts';
export { type Mark, type Marked, marker } from './presentation/highlighter.ts';
export { conceptsOf, presenter, type ShownBy } from './presentation/presenter.ts';
export { summarise } from './presentation/snippet.ts';
export { stepFactor } from './query/concept-expansion.ts';
export type { Known, LanguageShare } from './query/index-statistics.ts';
export { sharesOf } from './query/language-distribution.ts';
export { parseInput } from './query/parser.ts';
export { planSearch } from './query/planner.ts';
export { allSettings, type Plan, type Way } from './query/query-plan.ts';
export {
  asTyped,
  isLittle,
  type Leniency,
  leastRequirements,
  little,
  moreLenient,
} from './query/relaxation.ts';
export { b, k1, wholeLift } from './search/bm25.ts';
export { byFrequency } from './search/document-frequency.ts';
export type { Matcher, TermGroup } from './search/matcher.ts';
export { suggestedInput } from './spelling/spell-checker.ts';
export { readStatements } from './thesaurus/rdf-parser.ts';
export {
  emptyThesaurus,
  openThesaurusRecord,
  type RecognisingThesaurus,
  readThesaurus,
} from './thesaurus/serialization.ts';
export { thesaurusBuilder } from './thesaurus/skos-collector.ts';
export type { Thesaurus } from './thesaurus/thesaurus.ts';
