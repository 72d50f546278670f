import fc from 'fast-check';
import { test } from 'vitest';
import { history, liveThrough } from './space-histories.testing.ts';

test('totals, counts, order and suggestions are those of looking at every document, whatever has been written before', async () => {
  await fc.assert(fc.asyncProperty(history, liveThrough), { numRuns: Number(process.env.RUNS ?? 120) });
}, 300_000);
