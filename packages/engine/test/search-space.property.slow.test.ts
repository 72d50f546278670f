/** A thousand random histories and lives of a space, as in space.property.test.ts. RUNS for another number. */
import fc from 'fast-check';
import { test } from 'vitest';
import { history, spread } from './arbitraries/histories.ts';
import { life } from './arbitraries/lifetimes.ts';
import { expectSameAsRebuilt } from './support/rebuilt-spaces.ts';
import { expectSameAcrossSegments, liveThrough } from './support/space-histories.ts';

const runs = Number(process.env.RUNS ?? 1000);

test(`${runs} histories`, async () => {
  await fc.assert(fc.asyncProperty(history, liveThrough), { numRuns: runs });
}, 1_200_000);

test(`${runs} times the same documents in one segment and in several`, async () => {
  await fc.assert(fc.asyncProperty(spread, expectSameAcrossSegments), { numRuns: runs });
}, 1_200_000);

test(`${runs} lives that nothing tells of but what is left`, async () => {
  await fc.assert(fc.asyncProperty(life, expectSameAsRebuilt), { numRuns: runs });
}, 1_200_000);
