import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractFromAbstracts } from './concept-tagging.ts';
import { goals } from './goals.ts';
import { cranfield, hasSharedData, sharedData, topics } from './judged-collections.ts';
import { type RankedCollection, rankCollection } from './ranking.ts';

const thesaurus = join(sharedData, 'economics/stw.ttl');

/** Averages over a dozen queries move by so much when two documents change places. */
const chance = 0.01;

function expectNoClassWorse({ classes }: RankedCollection): void {
  const worse = classes.filter(({ engine, plain }) => engine < plain - chance);
  expect(worse).toEqual([]);
}

describe.skipIf(!hasSharedData)('relevance (skipped where the development data is absent)', () => {
  it('of answers to questions on aeronautics', async () => {
    const ranked = await rankCollection(cranfield());
    expect(ranked.overall[0]!.engine).toBeGreaterThanOrEqual(goals.cranfield);
    expectNoClassWorse(ranked);
  });

  it('of answers to topics in documents without subjects', async () => {
    const ranked = await rankCollection(topics(false), { thesaurus });
    expect(ranked.overall[0]!.engine).toBeGreaterThanOrEqual(goals.topics);
    expectNoClassWorse(ranked);
  });

  it('of concepts extracted from abstracts, many a second', async () => {
    const { languages, documentsPerSecond } = await extractFromAbstracts();
    expect(languages.filter(({ trained }) => trained < goals.extraction)).toEqual([]);
    expect(documentsPerSecond).toBeGreaterThan(goals.documentsPerSecond);
  });
});
