/**
 * Embedder over HTTP, for services in the widespread form of `/v1/embeddings`.
 *
 * `POST {url}/v1/embeddings` with `{ model, input }` returns `{ data: [{ index, embedding }] }`.
 */
import { checkVectors, type Embedder, EmbeddingError, type Prefixes, withPrefix } from '../embedder.ts';
import { readVectors } from './response.ts';

export interface ServiceOptions {
  /** Base URL, without `/v1/embeddings`. */
  url: string;
  model: string;
  dimensions: number;
  /** Sent as a bearer token. */
  apiKey?: string;
  prefixes?: Prefixes;
  /** Time for one HTTP request, in milliseconds. */
  timeoutMs?: number;
  /** Maximum number of texts in one HTTP request. */
  batchSize?: number;
  /** Longer texts are cut at this number of UTF-16 code units: models read only the first few hundred words. */
  maxTextLength?: number;
}

/** Time for one batch, which a service without a GPU may need. */
const DEFAULT_TIMEOUT_MS = 10_000;
/** Bounds a request to the texts that one response can return within the time limit. */
const DEFAULT_BATCH_SIZE = 32;
/** About 300 words. */
const DEFAULT_MAX_TEXT_LENGTH = 2000;

/** Sends one request for each batch, one after another, and does not retry. */
export function serviceEmbedder(options: ServiceOptions): Embedder {
  const { dimensions, prefixes } = options;
  const { batchSize = DEFAULT_BATCH_SIZE, maxTextLength = DEFAULT_MAX_TEXT_LENGTH } = options;
  return {
    dimensions,
    async embed(texts, kind, signal) {
      const prefixed = withPrefix(texts, kind, prefixes);
      // A cut within a character would leave half of it, which is not valid text.
      const input = prefixed.map((text) => text.slice(0, maxTextLength).toWellFormed());
      const vectors: Float32Array[] = [];
      for (let start = 0; start < input.length; start += batchSize)
        vectors.push(...(await embedBatch(input.slice(start, start + batchSize), options, signal)));
      return vectors;
    },
    close: async () => undefined,
  };
}

async function embedBatch(
  input: string[],
  { url, model, dimensions, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS }: ServiceOptions,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${withoutSlash(url)}/v1/embeddings`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input }),
      // A redirect could send the key to another host.
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return checkVectors(await readVectors(response, input.length), dimensions);
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted)
      throw new EmbeddingError('timeout', `The embedding service did not respond within ${timeoutMs} ms.`);
    if (error instanceof EmbeddingError) throw error;
    const message = `The embedding service cannot be reached${connectionCode(error)}.`;
    throw new EmbeddingError('unavailable', message, { cause: error });
  }
}

function withoutSlash(url: string): string {
  return url.endsWith('/') ? url.slice(0, -1) : url;
}

/** Error code of the connection in parentheses, such as ` (ECONNREFUSED)`; empty for an error without a code. */
function connectionCode(error: unknown): string {
  const { code } = ((error as Error).cause ?? {}) as { code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}
