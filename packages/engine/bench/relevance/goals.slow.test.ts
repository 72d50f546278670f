import { describe, expect, it } from 'vitest';
import { extractFromRecords } from './concept-tagging.ts';
import { goals } from './goals.ts';
import { cacm, cranfield, hasSharedData, thesauri, topics } from './judged-collections.ts';
import { extractFromParallelNotes } from './parallel-notes.ts';
import { type RankedCollection, rankCollection } from './ranking.ts';
import { longSentences, sentencesWithoutResults } from './sentences.ts';

const thesaurus = thesauri.economics;

/** Swapping two documents changes the average over a dozen queries by about this much. */
const TOLERANCE = 0.01;

function expectNoClassWorse({ classes }: RankedCollection): void {
  const worse = classes.filter(({ engine, plain }) => engine < plain - TOLERANCE);
  expect(worse).toEqual([]);
}

describe.skipIf(!hasSharedData)('relevance goals (skipped without the development data)', () => {
  it('nDCG@10 of Cranfield queries reaches the goal, no class is worse than BM25', async () => {
    const ranked = await rankCollection(cranfield());
    expect(ranked.overall[0]!.engine).toBeGreaterThanOrEqual(goals.cranfield);
    expectNoClassWorse(ranked);
  });

  it('nDCG@10 and recall@100 of long questions over titles reach the goals', async () => {
    const [all] = (await rankCollection(cacm())).overall;
    expect(all!.engine).toBeGreaterThanOrEqual(goals.cacm);
    expect(all!.engineRecall).toBeGreaterThanOrEqual(goals.cacmRecall);
  });

  it('nDCG@10 of topics in documents without subjects reaches the goal, no class is worse than BM25', async () => {
    const ranked = await rankCollection(topics(false), thesaurus);
    expect(ranked.overall[0]!.engine).toBeGreaterThanOrEqual(goals.topics);
    expectNoClassWorse(ranked);
  });

  it('400 long sentences on another subject find documents wherever BM25 does', async () => {
    const [computing, aviation, economics] = [cacm(), cranfield(), topics(false)];
    const failed = [
      ...(await sentencesWithoutResults(computing, longSentences(aviation, 100))),
      ...(await sentencesWithoutResults(computing, longSentences(economics, 100))),
      ...(await sentencesWithoutResults(aviation, longSentences(economics, 100))),
      ...(await sentencesWithoutResults(economics, longSentences(computing, 100), thesaurus)),
    ];
    expect(failed).toEqual([]);
  });

  it('concepts of texts in other scripts agree with those of the English texts', async () => {
    for (const { language, agreement } of await extractFromParallelNotes())
      expect(agreement, language).toBeGreaterThan(goals.agreementWithEnglish);
  });

  it('F1 and speed of concept extraction reach the goals', async () => {
    const { figures, documentsPerSecond } = await extractFromRecords();
    const tooLow = figures.filter(
      ({ texts, language, trained, untrained }) =>
        trained < goals.extraction[texts][language] || untrained < goals.extractionByRule[texts][language],
    );
    expect(tooLow).toEqual([]);
    expect(documentsPerSecond).toBeGreaterThan(goals.documentsPerSecond);
  });
});
