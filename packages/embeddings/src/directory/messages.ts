/** Messages between the embedder of a directory and its worker. */
import type { EmbeddingErrorCode } from '../embedder.ts';

export interface WorkerTask {
  texts: string[];
}

/** The vectors of the texts, or the error that prevented them. */
export type WorkerResult =
  | { vectors: Float32Array[]; error?: undefined }
  | { error: { code: EmbeddingErrorCode; message: string } };
