/** Cooperative scheduling: generators that yield to the event loop every few milliseconds. */

/** A computation that yields where it may be interrupted. */
export type CooperativeTask<Result> = Generator<undefined, Result>;

/** Maximum duration of a slice, which is also the latency that it adds to other requests. */
const MAX_SLICE_MS = 15;

/** Runs a task without yielding, for threads that serve nothing else. */
export function runToCompletion<Result>(steps: CooperativeTask<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs a task and yields to the event loop after each slice. */
export async function runInSlices<Result>(steps: CooperativeTask<Result>): Promise<Result> {
  for (let startedAt = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedAt < MAX_SLICE_MS) continue;
    await nextExclusiveTurn();
    startedAt = performance.now();
  }
}

/** Shorter than `MAX_SLICE_MS`, because imports run on the thread that serves HTTP requests. */
const MAX_READ_SLICE_MS = 5;

/** Passes on the items, and yields to the event loop before the first item and after each slice, even if all are available. */
export async function* readInSlices<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let startedAt = Number.NEGATIVE_INFINITY;
  for await (const item of items) {
    if (performance.now() - startedAt >= MAX_READ_SLICE_MS) {
      await nextExclusiveTurn();
      startedAt = performance.now();
    }
    yield item;
  }
}

const waiting: (() => void)[] = [];

/** Resolves in a turn of its own: if all tasks resumed in one turn, a request would wait for one slice of each task. */
function nextExclusiveTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(resumeOne);
  return promise;
}

function resumeOne(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(resumeOne);
}
