/** Work that is done in steps of a few milliseconds, so that others can be served between them. */
import { setImmediate as turn } from 'node:timers/promises';

export type Steps<Result> = Generator<undefined, Result>;

/** In milliseconds: what else has come waits no longer. */
const longestSlice = 15;

/** For who has nobody else to serve. */
export function atOnce<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Lets go of the thread between slices. */
export async function inSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (let begun = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - begun < longestSlice) continue;
    await turn();
    begun = performance.now();
  }
}
