import { describe, expect, it } from 'vitest';
import { completeRanking, DEFAULT_RANKING, DEFAULT_RANKING_SETTINGS, rankingOf } from './ranking.ts';

describe('completeRanking', () => {
  it('replaces single members, the last one wins', () => {
    const complete = completeRanking(
      { k1: 1, fields: { title: 3 }, threshold: { ofTotal: 0.2 } },
      { k1: 0, fields: { text: 2 } },
    );
    expect(complete).toEqual({
      ...DEFAULT_RANKING_SETTINGS,
      k1: 0,
      fields: { title: 3, text: 2 },
      threshold: { ...DEFAULT_RANKING_SETTINGS.threshold, ofTotal: 0.2 },
    });
  });
});

describe('rankingOf', () => {
  it('keeps the default ranking', () => {
    expect(rankingOf(DEFAULT_RANKING_SETTINGS)).toEqual(DEFAULT_RANKING);
  });

  it.each([
    [2.3, 1, { title: 23, body: 10 }],
    [10, 0.1, { title: 100, body: 1 }],
  ])('makes the weights %d and %d whole', (title, text, weights) => {
    const ranking = rankingOf(completeRanking({ fields: { title, text } }));
    expect([ranking.weights, ranking.bm25.scale]).toEqual([weights, 10]);
  });
});
