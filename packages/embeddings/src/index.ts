/** Optional embeddings: services and local models behind one port. */
export { type DirectoryOptions, openDirectoryEmbedder } from './directory/directory-embedder.ts';
export {
  type Embedder,
  EmbeddingError,
  type EmbeddingErrorCode,
  type Prefixes,
  type TextKind,
} from './embedder.ts';
export { type ServiceOptions, serviceEmbedder } from './service/service-embedder.ts';
