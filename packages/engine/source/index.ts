/** The embedded engine's public face: open a space, write to it, ask it. */

export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export { dateOf, facetValueOf, faultOf } from './index/document.ts';
export { type Mark, marker } from './query/mark.ts';
export type { SearchSettings } from './query/plan.ts';
export { parseRange } from './query/ranges.ts';
export { summarise } from './query/summary.ts';
export * from './questions.ts';
export { openSpace, type SpaceOptions } from './space.ts';
export { fold } from './text/fold.ts';
export { type Language, languageOf } from './text/languages.ts';
export { type Word, words } from './text/words.ts';
export { thesaurusBuilder } from './thesaurus/builder.ts';
export { rdfMediaType, readStatements } from './thesaurus/rdf.ts';
export { openSpaceInWorker } from './threads/space-in-worker.ts';
