/** Embeddings of queries, with a cache for the pages of a search. */
import type { Embedder } from '@semantic-search/embeddings';
import type { SearchQuery } from '@semantic-search/engine';
import { errorMessage } from '@semantic-search/query/errors';

/** Maximum wait of a search for the embedding of its input, in milliseconds. */
const MAX_WAIT_MS = 2000;
/** Pause after a failure in milliseconds, so that a service that does not respond delays few searches. */
const DEFAULT_PAUSE_MS = 10_000;
/** Number of cached vectors, of the latest inputs; a vector with 384 dimensions takes 1.5 kB. */
const MAX_CACHED_INPUTS = 500;

/** `warn` receives the first of several failures in succession. */
export function queryEmbedding(
  embedder: Embedder,
  warn: (message: string) => void,
  pauseMs = DEFAULT_PAUSE_MS,
) {
  const cache = new Map<string, Float32Array>();
  /** Time of the latest failure; undefined after a success. */
  let failedAt: number | undefined;

  async function embed(input: string, signal: AbortSignal | undefined): Promise<Float32Array | undefined> {
    if (failedAt !== undefined && performance.now() < failedAt + pauseMs) return undefined;
    const timeout = AbortSignal.timeout(MAX_WAIT_MS);
    const stop = signal ? AbortSignal.any([signal, timeout]) : timeout;
    try {
      // A local model notices the signal only after its current batch.
      const [vector] = await Promise.race([embedder.embed([input], 'query', stop), abortOf(stop)]);
      failedAt = undefined;
      return vector;
    } catch (error) {
      signal?.throwIfAborted();
      if (failedAt === undefined)
        warn(`Queries are not embedded, so that words alone rank results: ${errorMessage(error)}`);
      failedAt = performance.now();
      return undefined;
    }
  }

  return async (query: SearchQuery, signal?: AbortSignal): Promise<SearchQuery> => {
    const input = query.input.trim();
    if (query.embedding || input === '') return query;
    const embedding = cache.get(input) ?? (await embed(input, signal));
    if (!embedding) return query;
    cache.delete(input);
    cache.set(input, embedding);
    if (cache.size > MAX_CACHED_INPUTS) cache.delete(cache.keys().next().value!);
    return { ...query, embedding };
  };
}

/** Rejects with the reason of the signal when it is aborted. */
function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
