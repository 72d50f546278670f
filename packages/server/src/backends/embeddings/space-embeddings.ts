/** Embeddings of an embedded search space, as configured. */
import type { DirectoryOptions, ServiceOptions } from '@semantic-search/embeddings';
import type { EmbeddingSettings } from '@semantic-search/engine';

export type EmbedderOptions =
  | ({ kind: 'service' } & ServiceOptions)
  | ({ kind: 'directory' } & DirectoryOptions);

export interface SpaceEmbeddings {
  settings: EmbeddingSettings;
  /** Null if embeddings come with the documents and the requests only. */
  embedder: EmbedderOptions | null;
}
