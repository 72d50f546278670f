/** Worker threads from files of this folder, compiled or not. */
import { extname, join } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** `name` is the name of the file without its ending, which is that of this file. */
export function startWorker(name: string, options?: WorkerOptions): Worker {
  return new Worker(join(import.meta.dirname, name + extname(import.meta.filename)), options);
}
