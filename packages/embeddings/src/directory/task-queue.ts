/** Task queue of a local model: sends one task at a time to its worker, queries first. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { EmbeddingError, type TextKind } from '../embedder.ts';
import type { WorkerResult, WorkerTask } from './messages.ts';

interface Task {
  texts: string[];
  kind: TextKind;
  resolve(vectors: Float32Array[]): void;
  reject(error: unknown): void;
}

/** A worker that has ended is replaced at the next task. */
export class TaskQueue {
  /** Directory of the model. */
  readonly #path: string;
  #worker: Worker | undefined;
  #running: Task | undefined;
  #waiting: Task[] = [];
  #isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves to the vectors of the texts. Rejects with an `EmbeddingError`. */
  run(texts: string[], kind: TextKind): Promise<Float32Array[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new EmbeddingError('unavailable', 'The embedder is closed.'));
      this.#waiting.push({ texts, kind, resolve, reject });
      this.#runNext();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #runNext(): void {
    if (this.#running || this.#waiting.length === 0) return;
    // The oldest query, or else the oldest task.
    const firstQuery = this.#waiting.findIndex(({ kind }) => kind === 'query');
    const [task] = this.#waiting.splice(Math.max(0, firstQuery), 1);
    this.#running = task;
    this.#worker ??= this.#startWorker();
    this.#worker.ref();
    this.#worker.postMessage({ texts: task!.texts } satisfies WorkerTask);
  }

  #startWorker(): Worker {
    const script = new URL(`./onnx-worker${extname(import.meta.url)}`, import.meta.url);
    const worker = new Worker(script, { workerData: this.#path });
    worker.on('message', (result: WorkerResult) => {
      // An idle model does not keep the process alive.
      worker.unref();
      this.#settle(result);
      this.#runNext();
    });
    worker.on('error', (error: Error) => this.#rejectTasks(worker, error));
    worker.on('exit', () => this.#rejectTasks(worker, new Error('it has stopped')));
    return worker;
  }

  #settle(result: WorkerResult): void {
    const task = this.#running;
    this.#running = undefined;
    if (result.error) task?.reject(new EmbeddingError(result.error.code, result.error.message));
    else task?.resolve(result.vectors);
  }

  /** Rejects all tasks, because their worker has ended. A worker that was replaced after an error has no tasks. */
  #rejectTasks(worker: Worker, cause: Error): void {
    if (worker !== this.#worker) return;
    const tasks = this.#running ? [this.#running, ...this.#waiting] : this.#waiting;
    this.#worker = undefined;
    this.#running = undefined;
    this.#waiting = [];
    const message = `The worker of the model in ${this.#path} has ended: ${cause.message}`;
    for (const { reject } of tasks) reject(new EmbeddingError('unavailable', message, { cause }));
  }
}
