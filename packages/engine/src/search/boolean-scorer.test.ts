import type { Alternative, MatchThreshold, QueryPlan } from '@semantic-search/query';
import { describe, expect, it } from 'vitest';
import { type TestDocument, TestSegments } from '../../test/support/segments.ts';
import { IndexReader, type ReaderContext } from '../index/reader.ts';
import { scoreSegment } from './boolean-scorer.ts';
import { evaluate } from './matching/evaluate.ts';
import { DEFAULT_RANKING } from './matching/ranking.ts';
import { SearchScratch } from './matching/search-scratch.ts';

const scratch = new SearchScratch();
const execution = { scratch, ranking: DEFAULT_RANKING };

interface TestPlan {
  /** Words of the required clauses; a clause `moon|sun` has two alternatives. */
  required?: string[];
  excluded?: string[];
  concepts?: { nearness: number[]; clause: number }[];
  threshold?: MatchThreshold;
}

/** Returns the scores by document, of one segment. */
function setUp(documents: TestDocument[], deleted: number[] = []) {
  const segments = new TestSegments();
  const index = new IndexReader([segments.add(documents, deleted)], {} as ReaderContext);
  const word = (text: string) => ({ kind: 'word' as const, terms: [segments.term(text)] });
  return ({ required = [], excluded = [], concepts = [], threshold }: TestPlan) => {
    const alternatives: Alternative[] = [
      ...required.flatMap((clause, i) =>
        clause.split('|').map((each) => ({ matcher: word(each), requirementMask: 1 << i, weight: 1 })),
      ),
      ...concepts.map(({ nearness, clause }) => ({
        matcher: { kind: 'concept' as const, nearness: Float32Array.from(nearness), maxSteps: 1 },
        requirementMask: 1 << clause,
        weight: 1,
      })),
    ];
    const plan = {
      alternatives,
      excluded: excluded.map(word),
      requiredMask: 2 ** required.length - 1,
      threshold,
      language: {},
    } as unknown as QueryPlan;
    const evaluation = evaluate(plan, index, execution);
    return scoreSegment(evaluation, 0, execution, (found) =>
      Object.fromEntries(Array.from(found, (document) => [document, scratch.scores[document]!])),
    );
  };
}

const documents: TestDocument[] = [
  { body: ['moon tide'] },
  { body: ['moon'] },
  { body: ['tide tide coast'] },
  { body: ['tide sun coast'] },
  { body: ['coast'] },
];
const numbers = (found: Record<number, number>) => Object.keys(found).map(Number);

describe('boolean scorer', () => {
  it('requires all clauses and sums their scores', () => {
    const score = setUp(documents);
    const both = score({ required: ['moon', 'tide'] });
    expect(numbers(both)).toEqual([0]);
    expect(both[0]).toBeCloseTo(score({ required: ['moon'] })[0]! + score({ required: ['tide'] })[0]!, 5);
  });

  it('accepts any alternative of a clause', () => {
    expect(numbers(setUp(documents)({ required: ['moon|sun', 'tide'] }))).toEqual([0, 3]);
  });

  it('with a threshold, accepts documents whose clauses have enough weight together', () => {
    const score = setUp(documents);
    const required = ['moon', 'sun', 'tide'];
    const found = score({ required, threshold: { weights: [40, 100, 30], minimum: 70 } });
    expect(numbers(found)).toEqual([0, 3]);
    expect(numbers(score({ required, threshold: { weights: [40, 100, 30], minimum: 71 } }))).toEqual([3]);
  });

  it('with a threshold, reduces the score by the share of each clause that a document does not meet', () => {
    const score = setUp(documents);
    const required = ['moon', 'tide'];
    const hits = score({ required, threshold: { weights: [100, 50], minimum: 50 } });
    expect(numbers(hits)).toEqual([0, 1, 2, 3]);
    expect(hits[0]).toBeCloseTo(score({ required })[0]!, 5);
    expect(hits[1]).toBeCloseTo(score({ required: ['moon'] })[1]! * (2 / 3) ** 0.35, 5);
    expect(hits[3]).toBeCloseTo(score({ required: ['tide'] })[3]! * (1 / 3) ** 0.35, 5);
  });

  it('adds a bonus for a title with most of the clauses and little else', () => {
    const titles = ['moon tide', 'the moon tide of the far coast', 'moon', 'coast'];
    const score = setUp(titles.map((title) => ({ title, body: ['moon tide'] })));
    const plain = setUp(titles.map((title) => ({ body: [`moon tide ${title} ${title}`] })));
    const required = ['moon', 'tide'];
    const withTitles = score({ required });
    const bonus = Object.entries(plain({ required })).map(([i, own]) => withTitles[Number(i)]! - own);
    const total = 2 * Math.log(1 + 0.5 / 4.5);
    expect(bonus).toEqual([2, 4 / 7, 2 * 2 * 0.5 ** 6, 0].map((share) => expect.closeTo(share * total, 3)));
  });

  it('excludes documents that an excluded clause matches', () => {
    const score = setUp(documents);
    expect(numbers(score({ required: ['tide'], excluded: ['coast'] }))).toEqual([0]);
    expect(numbers(score({ excluded: ['coast'] }))).toEqual([0, 1]);
  });

  it('matches all live documents without required clauses', () => {
    expect(setUp(documents, [2])({})).toEqual({ 0: 0, 1: 0, 3: 0, 4: 0 });
  });

  it('scores a concept by its nearness', () => {
    const score = setUp([{ subjects: [0] }, { subjects: [1] }, { subjects: [0, 1] }, { subjects: [2] }]);
    const found = score({ required: ['none'], concepts: [{ nearness: [1, 0.5, 0, 0], clause: 0 }] });
    expect(numbers(found)).toEqual([0, 1, 2]);
    expect([found[1]! / found[0]!, found[2]! / found[0]!]).toEqual([0.5, 1]);
  });

  it('leaves the scratch buffers clear', () => {
    const threshold = { weights: [100, 100], minimum: 100 };
    setUp(documents)({ required: ['moon', 'tide'], excluded: ['coast'], threshold });
    const { scores, requirementsMet, weights } = scratch;
    for (const buffer of [scores, requirementsMet, weights])
      expect(buffer.every((each) => each === 0)).toBe(true);
  });
});
