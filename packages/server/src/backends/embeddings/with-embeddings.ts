/** Decorator of a search space: embeds its queries, and its documents in the background. */
import type { Embedder } from '@semantic-search/embeddings';
import type { WritableSpace } from '@semantic-search/engine';
import { embeddingJob } from './embedding-job.ts';
import { queryEmbedding } from './query-embedding.ts';

/** Without an embedder, embeddings come with documents and requests. */
export function withEmbeddings(
  space: WritableSpace,
  embedder: Embedder | undefined,
  warn: (message: string) => void,
): WritableSpace {
  const job = embeddingJob(space, embedder, warn);
  const embed = embedder && queryEmbedding(embedder, warn);
  job.start();
  return {
    ...space,
    search: async (query, signal) => space.search(embed ? await embed(query, signal) : query, signal),
    async put(documents) {
      const outcome = await space.put(documents);
      job.start();
      return outcome;
    },
    async close() {
      await job.close();
      await space.close();
    },
  };
}
