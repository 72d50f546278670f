/** Work that is done in steps of a few milliseconds, so that others can be served between them. */

export type CooperativeTask<Result> = Generator<undefined, Result>;

/** In milliseconds: what else has come waits no longer. */
const longestSlice = 15;

/** For who has nobody else to serve. */
export function runToCompletion<Result>(steps: CooperativeTask<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets go of the thread between slices. */
export async function runInSlices<Result>(steps: CooperativeTask<Result>): Promise<Result> {
  for (let begun = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begun < longestSlice) continue;
    await turn();
    begun = performance.now();
  }
}

/** Of what is read in the thread that answers requests, in milliseconds. */
const readingSlice = 5;

/**
 * The same items. Whoever reads them lets go of the thread before the first one, and again between slices, also where
 * they lie ready and nothing that is done with them waits for anything.
 */
export async function* readInSlices<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  let begun = Number.NEGATIVE_INFINITY;
  for await (const item of items) {
    if (performance.now() - begun >= readingSlice) {
      await turn();
      begun = performance.now();
    }
    yield item;
  }
}

const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop in which nobody else's does: those who wait go one after another, or what has
 * come meanwhile would wait for a slice of each.
 */
function turn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (waiting.push(resolve) === 1) setImmediate(letOneGo);
  return promise;
}

function letOneGo(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(letOneGo);
}
