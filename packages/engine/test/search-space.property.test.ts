/** Properties over random histories. RUNS sets their number; search-space.property.slow.test.ts has more. */
import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { history, segmentedWrites } from './arbitraries/histories.ts';
import { lifetime } from './arbitraries/lifetimes.ts';
import { expectSameAsRebuilt } from './support/rebuilt-spaces.ts';
import { expectSameAcrossSegments, replayHistory } from './support/space-histories.ts';

/** Results have the time of the last write, so both spaces of a comparison are written at one time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const runs = Number(process.env.RUNS ?? 16);

test('totals, counts, order and suggestions equal those of the reference model after any history', async () => {
  await fc.assert(fc.asyncProperty(history, replayHistory), { numRuns: runs });
}, 300_000);

test('results do not depend on the segmentation', async () => {
  await fc.assert(fc.asyncProperty(segmentedWrites, expectSameAcrossSegments), {
    numRuns: Math.ceil(runs / 4),
  });
}, 300_000);

test('an index after many writes returns the same results as a rebuilt one', async () => {
  await fc.assert(fc.asyncProperty(lifetime, expectSameAsRebuilt), { numRuns: Math.ceil(runs / 4) });
}, 300_000);
