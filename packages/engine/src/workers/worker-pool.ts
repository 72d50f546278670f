/**
 * Pool of workers for search spaces: one per core, each with many spaces.
 *
 * A worker costs about 30 MB even with an empty space, so a worker per space would limit the number of spaces.
 */
import { availableParallelism } from 'node:os';
import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { startWorker } from './bridge.ts';
import type { Assignment } from './search-space-worker.ts';

const MAX_WORKERS = availableParallelism();
/** Number of spaces by shared worker. Workers with a single space of their own are not included. */
const spaceCounts = new Map<Worker, number>();

/** Opens the space in the worker with the fewest spaces; with `isAlone`, in a worker without other spaces. */
export function connectSpace({ isAlone, ...space }: Omit<Assignment, 'port'> & { isAlone: boolean }) {
  const worker = isAlone ? startSpaceWorker() : assignWorker();
  const { port1: port, port2 }: Record<'port1' | 'port2', MessagePort> = new MessageChannel();
  worker.postMessage({ ...space, port: port2 } satisfies Assignment, [port2]);
  let isReleased = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
  const onExit = (code: number) => end(new Error(`Worker exited with code ${code}.`));
  worker.on('error', end).on('exit', onExit);
  return {
    port,
    /** Resolves to the reason if the worker ends before the release; this ends all of its spaces. */
    ended,
    /** Ends the worker if this was its last space. */
    async release(): Promise<void> {
      if (isReleased) return;
      isReleased = true;
      port.close();
      worker.off('error', end).off('exit', onExit);
      const remaining = (spaceCounts.get(worker) ?? 1) - 1;
      if (remaining > 0) {
        spaceCounts.set(worker, remaining);
        return;
      }
      spaceCounts.delete(worker);
      await worker.terminate();
    },
  };
}

/**
 * Starts shared workers for this number of spaces, so that they load their code while the caller loads its own. They do not
 * keep the process running until they get a space.
 */
export function startWorkersFor(spaces: number): void {
  while (spaceCounts.size < Math.min(spaces, MAX_WORKERS)) {
    const worker = startSpaceWorker();
    worker.unref();
    spaceCounts.set(worker, 0);
  }
}

function assignWorker(): Worker {
  const byCount = [...spaceCounts].sort(([, count], [, otherCount]) => count - otherCount);
  const [leastUsed, fewestSpaces] = byCount[0] ?? [startSpaceWorker(), 0];
  const mayStart = fewestSpaces > 0 && spaceCounts.size < MAX_WORKERS;
  const worker = mayStart ? startSpaceWorker() : leastUsed;
  worker.ref();
  spaceCounts.set(worker, (spaceCounts.get(worker) ?? 0) + 1);
  return worker;
}

function startSpaceWorker(): Worker {
  const worker = startWorker('search-space-worker');
  // No limit, because each space adds two listeners.
  worker.setMaxListeners(0);
  // Without a listener, an error of a worker whose spaces are all released would end the process.
  worker.on('error', () => spaceCounts.delete(worker));
  worker.on('exit', () => spaceCounts.delete(worker));
  return worker;
}
