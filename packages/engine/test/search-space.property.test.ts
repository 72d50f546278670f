/** Properties over random histories. RUNS sets their number, which is larger in the endurance tests. */
import fc from 'fast-check';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { history, segmentedWrites } from './arbitraries/histories.ts';
import { lifetime } from './arbitraries/lifetimes.ts';
import { expectSameAsRebuilt } from './support/rebuilt-spaces.ts';
import { expectSameAcrossSegments, replayHistory } from './support/space-histories.ts';

/** Results have the time of the last write, so both spaces of a comparison are written at one time. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const { RUNS } = process.env;
const runs = (standard: number) => ({ numRuns: Number(RUNS ?? standard) });
const TIMEOUT_MS = RUNS === undefined ? 300_000 : 1_200_000;

test(
  'totals, counts, order and suggestions equal those of the reference model after any history',
  async () => {
    await fc.assert(fc.asyncProperty(history, replayHistory), runs(16));
  },
  TIMEOUT_MS,
);

test(
  'results do not depend on the segmentation',
  async () => {
    await fc.assert(fc.asyncProperty(segmentedWrites, expectSameAcrossSegments), runs(4));
  },
  TIMEOUT_MS,
);

test(
  'an index after many writes returns the same results as a rebuilt one',
  async () => {
    await fc.assert(fc.asyncProperty(lifetime, expectSameAsRebuilt), runs(4));
  },
  TIMEOUT_MS,
);
