/** Random histories: RUNS=1000 for more; thousands are lived through in search-space.property.slow.test.ts. */
import fc from 'fast-check';
import { test } from 'vitest';
import { history, spread } from './arbitraries/histories.ts';
import { life } from './arbitraries/lifetimes.ts';
import { expectSameAsRebuilt } from './support/rebuilt-spaces.ts';
import { expectSameAcrossSegments, liveThrough } from './support/space-histories.ts';

const runs = Number(process.env.RUNS ?? 120);

test('totals, counts, order and suggestions are those of looking at every document, whatever has been written before', async () => {
  await fc.assert(fc.asyncProperty(history, liveThrough), { numRuns: runs });
}, 300_000);

test('how documents are spread over segments changes nothing in any answer', async () => {
  await fc.assert(fc.asyncProperty(spread, expectSameAcrossSegments), { numRuns: Math.ceil(runs / 4) });
}, 300_000);

test('an index that has lived answers as one that is rebuilt from what is left', async () => {
  await fc.assert(fc.asyncProperty(life, expectSameAsRebuilt), { numRuns: Math.ceil(runs / 4) });
}, 300_000);
