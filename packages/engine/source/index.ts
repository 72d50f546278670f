/** The embedded engine's public face: open a space, write to it, ask it. */

export { type Extractor, openExtractor } from './concepts/extract.ts';
export { openSuggester, type Suggester } from './concepts/suggest.ts';
export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export { Attributes } from './index/attributes.ts';
export { dateOf, facetValueOf, faultOf } from './index/document.ts';
export { conceptValues, literalValues, rangeValues } from './query/facet-answer.ts';
export { type FacetSource, facetOrThrow, findFacet, offeredFacets } from './query/facets.ts';
export { type Mark, type Marked, marker } from './query/mark.ts';
export { type Clause, parseInput } from './query/parse-input.ts';
export type { SearchSettings } from './query/plan.ts';
export { conceptsOf, presenter, type ShownBy } from './query/present.ts';
export { type LabelledRange, parseRange, rangesOver } from './query/ranges.ts';
export { covers, namedIn, otherLabels, stopWordsAmong, withPartlyNamed } from './query/read-input.ts';
export { leastShare, little } from './query/search.ts';
export { summarise } from './query/summary.ts';
export { wholeDocument } from './query/whole-document.ts';
export * from './questions.ts';
export { openSpace, type SpaceOptions } from './space.ts';
export {
  copySpace,
  faultOfSpace,
  isSpace,
  type Salvage,
  salvageSpace,
  type WrittenContent,
  writtenContent,
} from './storage/space-files.ts';
export { type StorageCode, StorageError } from './storage/storage-error.ts';
export { extractedSubjects, textOf } from './tagging.ts';
export { type DetectLanguage, languageDetector } from './text/detect.ts';
export { fold } from './text/fold.ts';
export { type Language, languageOf } from './text/languages.ts';
export { type Word, words } from './text/words.ts';
export { thesaurusBuilder } from './thesaurus/builder.ts';
export { RDF_MEDIA_TYPES, rdfMediaType, readStatements } from './thesaurus/rdf.ts';
export type { LabelMatch } from './thesaurus/recogniser.ts';
export {
  emptyThesaurus,
  openThesaurusRecord,
  type RecognisingThesaurus,
  readThesaurus,
  thesaurusRecordType,
} from './thesaurus/stored.ts';
export type { Thesaurus } from './thesaurus/thesaurus.ts';
export { openSpaceInWorker } from './threads/space-in-worker.ts';
