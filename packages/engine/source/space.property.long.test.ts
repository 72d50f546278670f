/** A thousand random histories of a space, each answer compared with that of looking at every document. RUNS for another number. */
import fc from 'fast-check';
import { test } from 'vitest';
import { history, spread } from './random-histories.testing.ts';
import { answerAlike, liveThrough } from './space-histories.testing.ts';

const runs = Number(process.env.RUNS ?? 1000);

test(`${runs} histories`, async () => {
  await fc.assert(fc.asyncProperty(history, liveThrough), { numRuns: runs });
}, 1_200_000);

test(`${runs} times the same documents in one segment and in several`, async () => {
  await fc.assert(fc.asyncProperty(spread, answerAlike), { numRuns: runs });
}, 1_200_000);
