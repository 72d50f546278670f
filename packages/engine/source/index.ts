/** The embedded engine's public face: open a space, write to it, ask it. */

export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export type { SearchSettings } from './query/plan.ts';
export { parseRange } from './query/ranges.ts';
export * from './questions.ts';
export { openSpace, type SpaceOptions } from './space.ts';
export { rdfMediaType } from './thesaurus/rdf.ts';
export { openSpaceInWorker } from './threads/space-in-worker.ts';
