/** Embedder in memory: texts with a word of the sea, the land or both. */
import type { Embedder, TextKind } from '@semantic-search/embeddings';

export interface WordEmbedder extends Embedder {
  /** Texts of each call. */
  calls: { texts: readonly string[]; kind: TextKind }[];
  /** Thrown by each call, unless it returns undefined. */
  fault: (texts: readonly string[]) => Error | undefined;
}

const has = (text: string, words: RegExp) => (words.test(text) ? 1 : 0);

export function wordEmbedder(): WordEmbedder {
  const embedder: WordEmbedder = {
    dimensions: 3,
    calls: [],
    fault: () => undefined,
    async embed(texts, kind, signal) {
      embedder.calls.push({ texts, kind });
      signal?.throwIfAborted();
      const fault = embedder.fault(texts);
      if (fault) throw fault;
      return texts.map((text) =>
        Float32Array.of(has(text, /sea|ocean|harbor/i), has(text, /land|mountain/i), 0.1),
      );
    },
    close: async () => undefined,
  };
  return embedder;
}
