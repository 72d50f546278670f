/** Embedder with a local model: the directory contains an ONNX network and its tokenizer. */
import { checkVectors, type Embedder, type Prefixes, withPrefix } from '../embedder.ts';
import { TaskQueue } from './task-queue.ts';

export interface DirectoryOptions {
  /** With `model.onnx` or `model_quantized.onnx` (also in `onnx/`), `tokenizer.json` and `tokenizer_config.json`. */
  path: string;
  dimensions: number;
  prefixes?: Prefixes;
}

/** A query waits for at most one batch: about 90 ms on one core. */
const BATCH_SIZE = 4;

/** Rejects with `missing-package`, `invalid-model` or, with other dimensions, `invalid-response`. */
export async function openDirectoryEmbedder({
  path,
  dimensions,
  prefixes,
}: DirectoryOptions): Promise<Embedder> {
  const queue = new TaskQueue(path);
  const embedder: Embedder = {
    dimensions,
    async embed(texts, kind, signal) {
      const prefixed = withPrefix(texts, kind, prefixes);
      const vectors: Float32Array[] = [];
      for (let start = 0; start < prefixed.length; start += BATCH_SIZE) {
        signal?.throwIfAborted();
        vectors.push(...(await queue.run(prefixed.slice(start, start + BATCH_SIZE), kind)));
      }
      signal?.throwIfAborted();
      return checkVectors(vectors, dimensions);
    },
    close: () => queue.close(),
  };
  // A first text shows whether the model works.
  try {
    await embedder.embed([''], 'query');
  } catch (error) {
    await embedder.close();
    throw error;
  }
  return embedder;
}
