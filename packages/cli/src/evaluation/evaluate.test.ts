import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WritableSpace } from '@semantic-search/engine';
import { openSpace } from '@semantic-search/engine/building-blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everything } from '../../../engine/test/support/queries.ts';
import { type EvaluatedSpace, evaluate, reportLines } from './evaluate.ts';
import { type Judgments, parseJudgments } from './judgments.ts';

const directory = mkdtempSync(join(tmpdir(), 'evaluate-'));
let space: WritableSpace;

beforeAll(async () => {
  space = await openSpace(directory);
  await space.put([
    { id: 'c1', title: 'Coral', description: 'A reef', language: 'en' },
    { id: 'c2', title: 'Reefs', description: 'Of coral and of many other things', language: 'en' },
    { id: 'p1', title: 'Puma', description: 'Lives in mountains', language: 'en' },
    { id: 'p2', title: 'Mountains', description: 'High up', language: 'en' },
  ]);
});

afterAll(async () => {
  await space.close();
  rmSync(directory, { recursive: true });
});

const queries = [
  { id: '1', text: 'coral' },
  { id: '2', text: 'puma sails' },
  { id: '3', text: 'xylophone' },
  { id: '4', text: 'mountain' },
  { id: '5', text: '"coral puma"' },
];
const judgments: Judgments = parseJudgments(
  ['1 0 c2 1', '2 0 p1 2', '2 0 lost 1', '3 0 c1 1', '4 0 p1 0', '5 0 p1 1', '6 0 p1 1'].join('\n'),
  'qrels',
);
const evaluated: EvaluatedSpace = {
  async search(query) {
    const {
      total,
      documents,
      matching,
      isUnquoted = false,
    } = await space.search({ ...everything, ...query, count: 100, summaryLength: 0 });
    return { total, documents, isUnquoted, ...(matching && { matching }) };
  },
  hasDocument: async (id) => (await space.stored(id)) !== undefined,
};
const run = async () => ({
  space: 'reef',
  documents: 4,
  ...(await evaluate(evaluated, queries, judgments, 'en')),
});

describe('evaluate', () => {
  it('measures each query that has a relevant document', async () => {
    const report = await run();
    const [first, second, third] = report.queries;
    // The second of two results: 1 / log2(3), 1 / 2, and all relevant documents.
    expect(first).toMatchObject({ id: '1', hits: 2, reciprocalRank: 0.5, recall: 1 });
    expect(first!.ndcg).toBeCloseTo(0.6309, 4);
    // 2 / (2 + 1 / log2(3)), because one relevant document is not in the space.
    expect(second).toMatchObject({ id: '2', hits: 1, reciprocalRank: 1, recall: 0.5 });
    expect(second!.ndcg).toBeCloseTo(0.7602, 4);
    expect(third).toMatchObject({ id: '3', hits: 0, ndcg: 0, reciprocalRank: 0, recall: 0 });
  });

  it('averages with confidence intervals', async () => {
    const { measures, queries: measured } = await run();
    const mean = measured.reduce((sum, { recall }) => sum + recall, 0) / measured.length;
    expect(measures.recall.mean).toBeCloseTo(mean, 10);
    expect(measures.recall.low).toBeLessThan(mean);
    expect(measures.recall.high).toBeGreaterThan(mean);
  });

  it('names queries and documents that it cannot evaluate', async () => {
    expect(await run()).toMatchObject({
      skippedQueries: ['4'],
      unknownQueries: ['6'],
      missingDocuments: ['lost'],
    });
  });

  it('reports the requirements of the hits', async () => {
    const [first, second, , unquoted] = (await run()).queries;
    expect(first!.matching).toMatchObject({ requirements: 1, requiredShare: 1 });
    expect(second!.matching!.requiredShare).toBeLessThan(1);
    expect([first!.isUnquoted, unquoted!.isUnquoted]).toEqual([false, true]);
  });

  it('rejects files without a common query', async () => {
    const none = evaluate(evaluated, queries, parseJudgments('x 0 a 1', 'qrels'));
    await expect(none).rejects.toThrow('both files use the same query IDs');
  });
});

describe('reportLines', () => {
  it('prints measures and faults', async () => {
    const lines = reportLines(await run());
    expect(lines[0]).toBe('reef: 4 queries with relevant documents, 4 documents');
    expect(lines).toContainEqual(expect.stringMatching(/^nDCG@10 {5}0\.\d{3} {2}0\.\d{3} to [01]\.\d{3}$/));
    expect(lines.slice(-5)).toEqual([
      'Queries whose hits need only some of the words: 2',
      'Queries without hits: 1 (3)',
      'Skipped queries, without a relevant document: 1 (4)',
      'Judged queries that are not in the query file: 1 (6)',
      'Judged documents that are not in the space and count as not found: 1 (lost)',
    ]);
  });

  it('says if a backend cannot look up documents', async () => {
    const lines = reportLines({ ...(await run()), missingDocuments: null });
    expect(lines.at(-1)).toMatch(/the backend cannot look up documents/);
  });
});
