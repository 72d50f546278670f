/** Public API of the embedded search engine, and building blocks for other backends. */

export * from './api.ts';
// Building blocks for backends that keep documents in another index: document model, facets, presentation, tagging.
export { documentText, languageResolver, subjectsOf } from './concept-tagging/document-tagger.ts';
export { type Extractor, openExtractor } from './concept-tagging/extract-concepts.ts';
export {
  estimateMean,
  type Grades,
  type MeanEstimate,
  ndcg,
  recall,
  reciprocalRank,
} from './evaluation/ranking-measures.ts';
export { type TypedSelection, typedSelections, unknownFacet } from './facets/facet-selections.ts';
export { conceptValues, literalValues, rangeValues } from './facets/facet-values.ts';
export { type FacetSource, findFacet, offeredFacets } from './facets/find-facet.ts';
export { type LabeledRange, parseRange, rangesOver } from './facets/range-buckets.ts';
export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export { AttributeRegistry, type Attributes } from './index/attributes.ts';
export { fullText } from './index/document-sections.ts';
export {
  facetValueOf,
  parseDate,
  STANDARD_MEMBERS,
  searchedTexts,
  validationError,
} from './index/indexable-document.ts';
export { fullDocument } from './presentation/full-document.ts';
export { type Highlight, type HighlightTargets, highlighter } from './presentation/highlighter.ts';
export { conceptsOf, type PresenterContext, presenter } from './presentation/presenter.ts';
export { snippet } from './presentation/snippet.ts';
export { COMPLETE_MATCH_BOOST } from './search/boolean-scorer.ts';
export { compareByDocumentFrequency } from './search/document-frequency.ts';
export {
  type CompleteRankingSettings,
  completeRanking,
  DEFAULT_RANKING,
  type RankingSettings,
} from './search/ranking.ts';
export { openSpace, type SpaceOptions } from './search-space.ts';
export { contentHash } from './storage/content-hash.ts';
export { tryLockFile } from './storage/file-lock.ts';
export { chownToFolderOwner } from './storage/file-ownership.ts';
export {
  copySpace,
  diagnoseSpace,
  isSpace,
  readStoredContent,
  type Salvage,
  type StoredContent,
  salvageSpace,
} from './storage/space-files.ts';
export { type StorageCode, StorageError } from './storage/storage-error.ts';
export { readRanking, writeRanking } from './stored-ranking.ts';
export { openSearchSpace } from './workers/search-space-client.ts';
export { changeThesaurusInWorker, readThesaurusInWorker } from './workers/thesaurus-client.ts';
export * from './writable-space.ts';
