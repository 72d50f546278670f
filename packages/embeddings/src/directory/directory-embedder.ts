/** Embedder with a local model: the directory contains an ONNX network and its tokenizer. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import {
  checkVectors,
  type Embedder,
  EmbeddingError,
  type Prefixes,
  type TextKind,
  withPrefix,
} from '../embedder.ts';
import type { WorkerResult, WorkerTask } from './messages.ts';

export interface DirectoryOptions {
  /** With `model.onnx` or `model_quantized.onnx` (also in `onnx/`), `tokenizer.json` and `tokenizer_config.json`. */
  path: string;
  dimensions: number;
  prefixes?: Prefixes;
}

/** A query waits for at most one batch: about 90 ms on one core. */
const BATCH_SIZE = 4;

interface Task {
  texts: string[];
  kind: TextKind;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** Rejects with `missing-package`, `invalid-model` or, with other dimensions, `invalid-response`. */
export async function openDirectoryEmbedder({
  path,
  dimensions,
  prefixes,
}: DirectoryOptions): Promise<Embedder> {
  const queue = taskQueue(path);
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
    close: queue.close,
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

/** Sends one task at a time to the worker, queries first. A worker that has ended is replaced at the next task. */
function taskQueue(path: string) {
  let worker: Worker | undefined;
  let running: Task | undefined;
  let waiting: Task[] = [];
  let isClosed = false;

  function startWorker(): Worker {
    const script = new URL(`./onnx-worker${extname(import.meta.url)}`, import.meta.url);
    const started = new Worker(script, { workerData: path });
    started.on('message', (result: WorkerResult) => {
      // An idle model does not keep the process alive.
      started.unref();
      const task = running;
      running = undefined;
      if ('error' in result) task?.reject(new EmbeddingError(result.error.code, result.error.message));
      else task?.resolve(result.vectors);
      runNext();
    });
    started.on('error', rejectAll);
    started.on('exit', () => rejectAll(new Error('it has stopped')));
    return started;
  }

  /** Rejects all tasks, because their worker has ended. */
  function rejectAll(cause: Error): void {
    worker = undefined;
    const tasks = running ? [running, ...waiting] : waiting;
    [running, waiting] = [undefined, []];
    const message = `The worker of the model in ${path} has ended: ${cause.message}`;
    for (const { reject } of tasks) reject(new EmbeddingError('unavailable', message, { cause }));
  }

  function runNext(): void {
    if (running || waiting.length === 0) return;
    // The oldest query, or else the oldest task.
    const firstQuery = waiting.findIndex(({ kind }) => kind === 'query');
    [running] = waiting.splice(Math.max(0, firstQuery), 1);
    worker ??= startWorker();
    worker.ref();
    worker.postMessage({ texts: running!.texts } satisfies WorkerTask);
  }

  return {
    run: (texts: string[], kind: TextKind) =>
      new Promise<Float32Array[]>((resolve, reject) => {
        if (isClosed) return reject(new EmbeddingError('unavailable', 'The embedder is closed.'));
        waiting.push({ texts, kind, resolve, reject });
        runNext();
      }),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
