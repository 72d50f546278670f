import { expect, it } from 'vitest';
import { matchThreshold } from './match-threshold.ts';
import type { Alternative } from './query-plan.ts';

/** Of 1,000 documents, term 10 occurs in 10, term 400 in 400, and so on; term 0 in none. */
const statistics = {
  documents: 1000,
  documentFrequency: (terms: number[]) => Math.max(...terms),
  matchFrequency: () => 100,
};
const word = (bit: number, ...terms: number[]): Alternative => ({
  matcher: { kind: 'word', terms },
  requirementMask: 1 << bit,
  weight: 1,
});
const concept = (requirementMask: number): Alternative => ({
  matcher: { kind: 'concept', nearness: Float32Array.of(1), maxSteps: 0 },
  requirementMask,
  weight: 1,
});
const thresholdOf = (requirements: number, ...alternatives: Alternative[]) => {
  const plan = { alternatives, requiredMask: 2 ** requirements - 1 };
  const { weights, minimum } = matchThreshold(plan, statistics, { ofTotal: 0.3, ofLargest: 0.7 });
  return [weights.slice(0, requirements), minimum];
};

it('one of two equally rare words suffices', () => {
  expect(thresholdOf(2, word(0, 10), word(1, 10))).toEqual([[100, 100], 60]);
});

it('one of many equally rare words suffices', () => {
  const words = Array.from({ length: 12 }, (_, bit) => word(bit, 10));
  expect(thresholdOf(12, ...words)).toEqual([words.map(() => 100), 70]);
});

it('a common word does not suffice next to a rare one', () => {
  expect(thresholdOf(2, word(0, 10), word(1, 400))).toEqual([[100, 9], 33]);
});

it('several common words suffice together', () => {
  const common = [1, 2, 3, 4, 5].map((bit) => word(bit, 300));
  expect(thresholdOf(6, word(0, 10), ...common)).toEqual([[100, 19, 19, 19, 19, 19], 59]);
});

it('a word of more than half of the documents does not count, except in a query of such words', () => {
  expect(thresholdOf(2, word(0, 499), word(1, 501))).toEqual([[100, 0], 30]);
  expect(thresholdOf(2, word(0, 501), word(1, 900))).toEqual([[100, 100], 60]);
});

it('both words of a query count in a space of three documents', () => {
  const plan = { alternatives: [word(0, 2), word(1, 1)], requiredMask: 3 };
  const { weights, minimum } = matchThreshold(
    plan,
    { ...statistics, documents: 3 },
    { ofTotal: 0.3, ofLargest: 0.7 },
  );
  expect(weights.slice(0, 2).every((weight) => weight >= minimum)).toBe(true);
});

it('a word that no document has does not count', () => {
  expect(thresholdOf(2, word(0, 0), word(1, 400))).toEqual([[0, 100], 30]);
  expect(thresholdOf(2, word(0, 0), word(1, 0))).toEqual([[0, 0], 1]);
});

it('counts the most frequent alternative of a requirement', () => {
  expect(thresholdOf(2, word(0, 10), word(0, 400), word(1, 10))).toEqual([[9, 100], 33]);
  expect(thresholdOf(2, word(0, 0), concept(3), word(1, 10))).toEqual([[100, 100], 60]);
});
