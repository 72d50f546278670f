/**
 * What the embedded engine works with, for backends that keep documents elsewhere and read inputs, thesauri and facets
 * the same way. It goes along with how the engine works; the interface is what `index.ts` names itself.
 */

export { type Extractor, openExtractor } from './extraction/extract.ts';
export { extractedSubjects, languageReader, textOf } from './extraction/tagging.ts';
export { conceptValues, literalValues, rangeValues } from './facets/facet-answer.ts';
export { type FacetSource, facetOrThrow, findFacet, offeredFacets } from './facets/facets.ts';
export { type LabelledRange, parseRange, rangesOver } from './facets/ranges.ts';
export { inSlices, type Steps } from './in-steps.ts';
export { type Attributes, GrowingAttributes } from './index/attributes.ts';
export { bitCount } from './index/bit-count.ts';
export { dateOf, facetValueOf, faultOf } from './index/document.ts';
export { GrowingVocabulary } from './index/growing-vocabulary.ts';
export type { Vocabulary } from './index/vocabulary.ts';
export { suggestedInput } from './query/did-you-mean.ts';
export type { Known, LanguageShare } from './query/known.ts';
export { sharesOf } from './query/language-shares.ts';
export {
  asTyped,
  isLittle,
  type Leniency,
  leastRequirements,
  little,
  moreLenient,
} from './query/leniency.ts';
export { stepFactor } from './query/named-concepts.ts';
export { parseInput } from './query/parse-input.ts';
export { allSettings, type Plan, type Way } from './query/plan.ts';
export { planSearch } from './query/planning.ts';
export { type Mark, type Marked, marker } from './results/mark.ts';
export { conceptsOf, presenter, type ShownBy } from './results/present.ts';
export { summarise } from './results/summary.ts';
export { wholeDocument } from './results/whole-document.ts';
export { byFrequency } from './search/frequency.ts';
export type { Matcher, TermGroup } from './search/matcher.ts';
export { b, k1, wholeLift } from './search/score.ts';
export { openSuggester, type Suggester } from './suggestions/suggest.ts';
export { type DetectLanguage, languageDetector } from './text/detect.ts';
export { fold } from './text/fold.ts';
export { type Language, languageOf } from './text/languages.ts';
export { wordsWithin } from './text/signs.ts';
export { type Word, WordReader, words } from './text/words.ts';
export { thesaurusBuilder } from './thesaurus/builder.ts';
export { readStatements } from './thesaurus/rdf.ts';
export {
  emptyThesaurus,
  openThesaurusRecord,
  type RecognisingThesaurus,
  readThesaurus,
} from './thesaurus/stored.ts';
export type { Thesaurus } from './thesaurus/thesaurus.ts';
