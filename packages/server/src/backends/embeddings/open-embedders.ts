/** Embedders of search spaces, which come from the optional package `@semantic-search/embeddings`. */
import type { DirectoryOptions, Embedder, ServiceOptions } from '@semantic-search/embeddings';
import type { EmbeddingSettings } from '@semantic-search/engine';
import { rejectMissing } from '../../package-folder.ts';

export type EmbedderOptions =
  | ({ kind: 'service' } & ServiceOptions)
  | ({ kind: 'directory' } & DirectoryOptions);

/** Embeddings of an embedded search space, as configured. */
export interface SpaceEmbeddings {
  settings: EmbeddingSettings;
  /** Null if embeddings come with the documents and the requests only. */
  embedder: EmbedderOptions | null;
}

export type Embedders = Awaited<ReturnType<typeof openEmbedders>>;

/** Spaces with the same options share an embedder. Throws an error for the operator if one cannot be opened. */
export async function openEmbedders(spaces: ReadonlyMap<string, SpaceEmbeddings>) {
  const opened = new Map<string, Embedder>();
  const ofSpace = new Map<string, Embedder>();
  const close = async () => {
    await Promise.all(Array.from(opened.values(), (embedder) => embedder.close()));
  };
  try {
    for (const [space, { embedder: options }] of spaces) {
      if (!options) continue;
      const key = JSON.stringify(options);
      const embedder = opened.get(key) ?? (await openEmbedder(space, options));
      opened.set(key, embedder);
      ofSpace.set(space, embedder);
    }
  } catch (error) {
    await close();
    throw error;
  }
  /** `of` returns undefined if the space has none. */
  return { of: (space: string) => ofSpace.get(space), close };
}

async function openEmbedder(space: string, options: EmbedderOptions): Promise<Embedder> {
  const needs = `The embeddings of the search space "${space}" need`;
  const onMissing = rejectMissing(needs, '@semantic-search/embeddings');
  const embedders = await import('@semantic-search/embeddings').catch(onMissing);
  if (options.kind === 'service') return embedders.serviceEmbedder(options);
  return embedders.openDirectoryEmbedder(options).catch((cause: Error) => {
    const message = `The embeddings of the search space "${space}" cannot be computed: ${cause.message}`;
    throw new Error(message, { cause });
  });
}
