/** The properties of search-space.property.test.ts with 120 runs, or RUNS from the environment. */
import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { history, segmentedWrites } from './arbitraries/histories.ts';
import { lifetime } from './arbitraries/lifetimes.ts';
import { expectSameAsRebuilt } from './support/rebuilt-spaces.ts';
import { expectSameAcrossSegments, replayHistory } from './support/space-histories.ts';

/** Results have the time of the last write, so both spaces of a comparison are written at one time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const runs = Number(process.env.RUNS ?? 120);

test(`results equal those of the reference model during ${runs} random histories`, async () => {
  await fc.assert(fc.asyncProperty(history, replayHistory), { numRuns: runs });
}, 1_200_000);

test(`results do not depend on the segmentation, in ${runs} runs`, async () => {
  await fc.assert(fc.asyncProperty(segmentedWrites, expectSameAcrossSegments), { numRuns: runs });
}, 1_200_000);

test(`results do not depend on deleted documents, in ${runs} lifetimes`, async () => {
  await fc.assert(fc.asyncProperty(lifetime, expectSameAsRebuilt), { numRuns: runs });
}, 1_200_000);
