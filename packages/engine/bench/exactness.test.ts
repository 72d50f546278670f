import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSpace } from '../src/building-blocks.ts';
import type { WritableSpace } from '../src/index.ts';
import { EXACT_SETTINGS, isCorrect, toSearchQuery, withUnsearchedAttributes } from './benchmark-kit.ts';
import { groundTruth } from './brute-force.ts';
import { syntheticCorpus, turtleOf } from './synthetic-corpus.ts';

const { documents, broader, queries } = syntheticCorpus(1500, 12);
const directory = mkdtempSync(join(tmpdir(), 'bench-exactness-'));
let space: WritableSpace;

beforeAll(async () => {
  space = await openSpace(directory, { settings: EXACT_SETTINGS });
  await space.replaceThesaurus(inOneGo(turtleOf(broader)), 'text/turtle');
  await space.put(documents.map(withUnsearchedAttributes));
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

test('all totals and facet counts of the benchmark equal those of a full scan', async () => {
  const truths = groundTruth(documents, broader, queries);
  expect(truths.filter(({ total }) => total > 0)).toHaveLength(queries.length);
  for (const truth of truths) {
    const result = await space.search(toSearchQuery(truth, { complete: true }));
    expect(isCorrect(result, truth), `${truth.class}: ${truth.input}`).toBe(true);
  }
});

test('isCorrect detects a single wrong count', async () => {
  const [truth] = groundTruth(documents, broader, queries);
  const result = await space.search(toSearchQuery(truth!, { complete: true }));
  result.facets.find(({ field }) => field === 'dyn_lit_type')!.values[0]!.count++;
  expect(isCorrect(result, truth!)).toBe(false);
});

async function* inOneGo(text: string): AsyncGenerator<string> {
  yield text;
}
