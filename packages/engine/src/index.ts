/** Public API of the embedded search engine. */

export * from './api.ts';
export {
  type DocumentFormat,
  documentFormat,
  type ReadDocument,
  readDocuments,
} from './import/read-documents.ts';
export { STANDARD_MEMBERS } from './index-writing/document-attributes.ts';
export type { SpaceOptions } from './search-space.ts';
export { contentHash } from './storage/content-hash.ts';
export { tryLockFile } from './storage/file-lock.ts';
export { chownToFolderOwner } from './storage/file-ownership.ts';
export { copyDatabase, copySpace, diagnoseSpace } from './storage/read-only-database.ts';
export { isSpace } from './storage/space-files.ts';
export { type StorageCode, StorageError } from './storage/storage-error.ts';
export { readStoredContent, type StoredContent } from './storage/stored-content.ts';
export { openSearchSpace } from './workers/search-space-client.ts';
export { changeThesaurusInWorker, parseThesaurusInWorker } from './workers/tasks.ts';
export * from './writable-space.ts';
