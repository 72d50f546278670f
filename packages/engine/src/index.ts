/** Public API of the embedded search engine. */

export * from './api.ts';
export * from './backend-toolkit.ts';
export { type DocumentFormat, documentFormat, type ReadDocument, readDocuments } from './import/documents.ts';
export type { QueryOptions } from './query/query-plan.ts';
export { openSpace, type SpaceOptions } from './search-space.ts';
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
export { RDF_MEDIA_TYPES, rdfMediaType } from './thesaurus/rdf-parser.ts';
export { SERIALIZED_THESAURUS_MEDIA_TYPE } from './thesaurus/serialization.ts';
export { openSpaceInWorker } from './workers/search-space-client.ts';
export { readThesaurusInWorker } from './workers/thesaurus-client.ts';
