/** Messages between the embedder of a directory and its worker. */
import type { EmbeddingErrorCode } from '../embedder.ts';

export interface WorkerTask {
  texts: string[];
}

export type WorkerResult =
  | { vectors: Float32Array[] }
  | { error: { code: EmbeddingErrorCode; message: string } };
