import type { Alternative, QueryPlan } from '@semantic-search/query';
import { describe, expect, it } from 'vitest';
import { type TestDocument, TestSegments } from '../../test/support/segments.ts';
import { IndexReader, type ReaderContext } from '../index/reader.ts';
import { COMPLETE_MATCH_BOOST, scoreSegment } from './boolean-scorer.ts';
import { evaluate } from './evaluate.ts';
import { SearchScratch } from './search-scratch.ts';

const scratch = new SearchScratch();

interface TestPlan {
  /** Words of the required clauses; a clause `moon|sun` has two alternatives. */
  required?: string[];
  excluded?: string[];
  concepts?: { nearness: number[]; clause: number }[];
}

/** Returns the scores by document, of one segment. */
function setUp(documents: TestDocument[], deleted: number[] = []) {
  const segments = new TestSegments();
  const index = new IndexReader([segments.add(documents, deleted)], {} as ReaderContext);
  const word = (text: string) => ({ kind: 'word' as const, terms: [segments.term(text)] });
  return ({ required = [], excluded = [], concepts = [] }: TestPlan, minimum = required.length) => {
    const alternatives: Alternative[] = [
      ...required.flatMap((clause, i) =>
        clause.split('|').map((each) => ({ matcher: word(each), clauseMask: 1 << i, weight: 1 })),
      ),
      ...concepts.map(({ nearness, clause }) => ({
        matcher: { kind: 'concept' as const, nearness: Float32Array.from(nearness) },
        clauseMask: 1 << clause,
        weight: 1,
      })),
    ];
    const plan = {
      alternatives,
      excluded: excluded.map(word),
      requiredMask: 2 ** required.length - 1,
    } as unknown as QueryPlan;
    const evaluation = evaluate(plan, minimum, index, scratch);
    return scoreSegment(plan, evaluation, index, 0, minimum, scratch, (found) =>
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

  it('accepts a minimum of the clauses, and boosts documents that meet all', () => {
    const found = setUp(documents)({ required: ['moon', 'sun', 'tide'] }, 2);
    expect(numbers(found)).toEqual([0, 3]);
    expect(Math.max(...Object.values(found))).toBeLessThan(COMPLETE_MATCH_BOOST);
    expect(setUp(documents)({ required: ['moon', 'tide'] }, 1)[0]).toBeGreaterThan(COMPLETE_MATCH_BOOST);
  });

  it('with a minimum, ignores documents that meet only clauses of more than half of all documents', () => {
    const score = setUp([...documents, { body: ['coast'] }]);
    expect(numbers(score({ required: ['coast', 'sun'] }, 1))).toEqual([3]);
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
    setUp(documents)({ required: ['moon', 'tide'], excluded: ['coast'] }, 1);
    const { scores, clausesMet, frequencies, denseFrequencies, seen, nearness } = scratch;
    for (const buffer of [scores, clausesMet, frequencies, denseFrequencies, seen, nearness])
      expect(buffer.every((each) => each === 0)).toBe(true);
  });
});
