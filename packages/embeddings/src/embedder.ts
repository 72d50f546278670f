/** Embedder port: converts texts to vectors, so that texts of similar meaning have similar vectors. */

/** Many models expect different prefixes for queries and documents. */
export type TextKind = 'query' | 'document';

export interface Embedder {
  readonly dimensions: number;
  /**
   * Returns a vector per text, in the same order. Queries go ahead of documents that wait. Rejects with an
   * `EmbeddingError`, or with the reason of the signal.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Inserted before each text, by its kind. */
export type Prefixes = Readonly<Partial<Record<TextKind, string>>>;

/**
 * - `unavailable`: the service or model cannot be used now; try again later.
 * - `timeout`: the service did not respond in time.
 * - `unauthorized`: the service rejects the API key.
 * - `rejected`: the service rejects the request, for example because a text is too long.
 * - `invalid-response`: not the expected vectors.
 * - `missing-package`: an optional package is not installed.
 * - `invalid-model`: the directory does not contain a usable model.
 */
export type EmbeddingErrorCode =
  | 'unavailable'
  | 'timeout'
  | 'unauthorized'
  | 'rejected'
  | 'invalid-response'
  | 'missing-package'
  | 'invalid-model';

/** Messages contain no secrets; they are for the operator. */
export class EmbeddingError extends Error {
  readonly code: EmbeddingErrorCode;
  constructor(code: EmbeddingErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EmbeddingError';
    this.code = code;
  }
}

/** The texts with the prefix of their kind, in the same order. */
export function withPrefix(texts: readonly string[], kind: TextKind, prefixes: Prefixes = {}): string[] {
  return texts.map((text) => `${prefixes[kind] ?? ''}${text}`);
}

/** Throws `invalid-response` unless all vectors have these dimensions and finite numbers. */
export function checkVectors(vectors: readonly ArrayLike<number>[], dimensions: number): Float32Array[] {
  return vectors.map((vector) => {
    if (vector.length !== dimensions)
      throw new EmbeddingError(
        'invalid-response',
        `The model returned ${vector.length} dimensions; the settings say ${dimensions}.`,
      );
    const numbers = Float32Array.from(vector);
    if (!numbers.every(Number.isFinite))
      throw new EmbeddingError('invalid-response', 'The model returned a vector with invalid numbers.');
    return numbers;
  });
}
