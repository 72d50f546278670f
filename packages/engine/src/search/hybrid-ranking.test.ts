import { describe, expect, it } from 'vitest';
import { TestSegments } from '../../test/support/segments.ts';
import { quantize, unitVector } from '../index/vector-column.ts';
import { HybridRanking } from './hybrid-ranking.ts';
import { type HybridSearch, hybridSearch, MAX_EXACT_DOCUMENTS, withFurther } from './nearest-documents.ts';
import { topByScore } from './top-k.ts';

const [sea, land] = [
  [1, 0],
  [0, 1],
];
const reader = new TestSegments().add([
  { id: 'a', embedding: quantize(land!) },
  { id: 'b', embedding: quantize([1, 1]) },
  { id: 'c', embedding: quantize(sea!) },
  { id: 'd' },
]);
const search = { vector: unitVector(sea!), weight: 0.5, isExact: true };

/** Ranks documents with these scores; only the first `found` by score are hits by words. */
function rank(
  scores: number[],
  { found = scores.length, ...more }: Partial<HybridSearch> & { found?: number } = {},
) {
  const ranking = new HybridRanking({ ...search, ...more }, topByScore(found));
  ranking.add(reader, Uint16Array.from(scores.keys()), Float32Array.from(scores));
  return ranking.ranked().map(({ document, score }) => [document, score]);
}

describe('hybridSearch', () => {
  it('needs the settings of the space and the embedding of the query', () => {
    expect(hybridSearch({ embedding: sea! }, undefined, { documents: 1 })).toBeUndefined();
    expect(hybridSearch({}, { weight: 0.5 }, { documents: 1 })).toBeUndefined();
  });

  it('compares all documents up to the limit', () => {
    const isExact = (documents: number) =>
      hybridSearch({ embedding: sea! }, { weight: 0.5 }, { documents })!.isExact;
    expect([isExact(MAX_EXACT_DOCUMENTS), isExact(MAX_EXACT_DOCUMENTS + 1)]).toEqual([true, false]);
  });
});

describe('HybridRanking', () => {
  it('adds both parts, scaled over the candidates', () => {
    expect(rank([4, 2, 0])).toEqual([
      [1, expect.closeTo(0.25 + 0.5 * Math.SQRT1_2, 2)],
      [0, 0.5],
      [2, 0.5],
    ]);
  });

  it('gives documents without an embedding the part of their words', () => {
    expect(rank([1, 1, 1, 3], { weight: 0.2 })[0]).toEqual([3, 0.8]);
  });

  it('adds the nearest documents to the candidates by words, unless the space is too large', () => {
    expect(rank([4, 2, 0], { found: 1 }).map(([document]) => document)).toEqual([1, 0, 2]);
    expect(rank([4, 2, 0], { found: 1, isExact: false })).toEqual([[0, 0]]);
  });
});

describe('withFurther', () => {
  it('appends each nearest document once', () => {
    const documents = Uint16Array.of(3, 1);
    expect([...withFurther(documents, Uint16Array.of(1, 2))]).toEqual([3, 1, 2]);
    expect(withFurther(documents, undefined)).toBe(documents);
  });
});
