/**
 * Building blocks for other backends and measurements: documents, facets, presentation, tagging.
 *
 * Not part of the index: they load the whole engine, which the main thread of a server does not need.
 */

export { languageResolver } from './concept-tagging/document-language.ts';
export { hasConcepts, subjectsOf } from './concept-tagging/document-tagger.ts';
export { type Extractor, openExtractor } from './concept-tagging/extract-concepts.ts';
export {
  selectionLookup,
  type TypedSelection,
  typedSelections,
  unknownFacet,
} from './facets/facet-selections.ts';
export { conceptValues, literalValues, rangeValues } from './facets/facet-values.ts';
export { type FacetSource, findFacet, offeredFacets } from './facets/find-facet.ts';
export { parseRange } from './facets/ranges/parse-range.ts';
export { type LabeledRange, rangeBuckets } from './facets/ranges/range-buckets.ts';
export { type Attribute, AttributeRegistry, type Attributes } from './index/attributes.ts';
export { facetValueOf } from './index-writing/document-attributes.ts';
export { parseDate } from './index-writing/document-dates.ts';
export { documentText, fullText } from './index-writing/document-sections.ts';
export { toIndexable } from './index-writing/indexable-document.ts';
export { POSITION_INCREMENT_GAP } from './index-writing/segment-builder.ts';
export { batchOutcome } from './ingestion/batch-outcome.ts';
export { fullDocument } from './presentation/full-document.ts';
export { type Highlight, type HighlightTargets, highlighter } from './presentation/highlighter.ts';
export { conceptsOf, matchingTexts, type PresenterContext, presenter } from './presentation/presenter.ts';
export { snippet } from './presentation/snippet.ts';
export {
  followConcepts,
  MAX_SHARED_CONCEPTS,
  pluginsFor,
  sharedConcepts,
  unknownDocument,
  withAdjacentConcepts,
} from './recommendations/related-query.ts';
export { resolveScope } from './scope/resolve-scope.ts';
export { fullBoostRank } from './scoring/boosts.ts';
export { completeRanking, DEFAULT_RANKING_SETTINGS } from './search/matching/ranking.ts';
export { compareByDocumentFrequency } from './search/matching/reader-statistics.ts';
export { composeParts } from './search/score-parts.ts';
export { openSpace } from './search-space.ts';
