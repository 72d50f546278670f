/**
 * The embedded engine's public face: open a space, write to it, ask it, look after its files. Parts of the engine for
 * backends that keep documents elsewhere are told apart in `reading.ts`.
 */

export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export type { SearchSettings } from './query/plan.ts';
export * from './questions.ts';
export * from './reading.ts';
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
export { RDF_MEDIA_TYPES, rdfMediaType } from './thesaurus/rdf.ts';
export { thesaurusRecordType } from './thesaurus/stored.ts';
export { readThesaurusInWorker } from './threads/read-in-worker.ts';
export { openSpaceInWorker } from './threads/space-in-worker.ts';
