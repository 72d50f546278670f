import { idf } from '@semantic-search/query';
import { describe, expect, it } from 'vitest';
import { addBm25Scores, bm25Score, DEFAULT_BM25 } from './bm25.ts';

const score = (frequency: number, length: number, weight = 1, averageLength = 10) => {
  const hits = { scores: new Float32Array(1), requirementsMet: Uint32Array.of(1) };
  const lengths = Uint16Array.of(length);
  const matches = { documents: Uint16Array.of(0), weights: Float32Array.of(frequency) };
  addBm25Scores(matches, weight, { ...DEFAULT_BM25, lengths, averageLength }, hits);
  return hits.scores[0]!;
};

describe('BM25', () => {
  it('the inverse document frequency is ln(1 + (N - n + 0.5) / (n + 0.5))', () => {
    expect(idf(1, 10)).toBeCloseTo(Math.log(1 + 9.5 / 1.5), 12);
    expect(idf(10, 10)).toBeCloseTo(Math.log(1 + 0.5 / 10.5), 12);
  });

  it('a single occurrence in a document of average length scores the weight of the term', () => {
    expect(score(1, 10)).toBeCloseTo(1, 6);
    expect(score(1, 10, 2.5)).toBeCloseTo(2.5, 6);
  });

  it('the score follows the formula with k1 = 2 and b = 0.7', () => {
    expect(score(3, 20)).toBeCloseTo((3 * 3) / (3 + 2 * (1 - 0.7 + 0.7 * 2)), 6);
  });

  it('the score saturates at k1 + 1 times the weight', () => {
    expect(score(255, 10)).toBeGreaterThan(2.9);
    expect(score(255, 10)).toBeLessThan(3);
  });

  it('the score of one document is the same as in a list', () => {
    expect(bm25Score(2.5, 3, 20, 10)).toBeCloseTo(score(3, 20, 2.5), 6);
  });

  it('longer documents score lower', () => {
    expect(score(2, 40)).toBeLessThan(score(2, 10));
  });

  it('adds to the scores of other terms, only in documents that meet a requirement', () => {
    const scores = Float32Array.of(0, 5);
    const matches = { documents: Uint16Array.of(0, 1), weights: Float32Array.of(1, 1) };
    const lengths = Uint16Array.of(10, 10);
    addBm25Scores(
      matches,
      2,
      { ...DEFAULT_BM25, lengths, averageLength: 10 },
      { scores, requirementsMet: Uint32Array.of(0, 1) },
    );
    expect([...scores]).toEqual([0, 7]);
  });
});
