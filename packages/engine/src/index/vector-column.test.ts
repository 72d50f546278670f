import { describe, expect, it } from 'vitest';
import { TestSegments } from '../../test/support/segments.ts';
import { mergeSegments } from '../index-writing/merger.ts';
import { cosineSimilarity, NO_EMBEDDING, quantize, unitVector, vectorColumn } from './vector-column.ts';

const dimensions = 384;
const made = (seed: number) => Array.from({ length: dimensions }, (_, i) => Math.sin(seed * 97 + i * 1.7));

describe('quantize', () => {
  it('takes one byte per dimension and the scale', () => {
    expect(quantize(made(1)).length).toBe(dimensions + 4);
  });

  it('changes a cosine similarity by less than 0.01', () => {
    const column = vectorColumn([{ embedding: quantize(made(1)) }, { embedding: quantize(made(2)) }])!;
    const query = unitVector(made(3));
    for (const [document, seed] of [1, 2].entries()) {
      const exact = unitVector(made(seed)).reduce((sum, value, i) => sum + value * query[i]!, 0);
      expect(Math.abs(cosineSimilarity(column, document, query)! - exact)).toBeLessThan(0.01);
    }
  });

  it.each([1e300, 1e-320])('numbers of the size %d keep their direction', (size) => {
    const column = vectorColumn([{ embedding: quantize([size, size]) }])!;
    expect(cosineSimilarity(column, 0, unitVector([size, size]))).toBeCloseTo(1);
  });

  it('returns no embedding for a vector of zeros', () => {
    expect(quantize([0, 0])).toBe(NO_EMBEDDING);
  });
});

describe('vectorColumn', () => {
  it('the column is absent if no document has an embedding', () => {
    expect(vectorColumn([{}, { embedding: null }, { embedding: NO_EMBEDDING }])).toBeUndefined();
    expect(new TestSegments().add([{ title: 'tide' }]).segment).not.toHaveProperty('vectors');
  });

  it('a document without an embedding has no similarity', () => {
    const column = vectorColumn([{}, { embedding: quantize([3, 4, 0]) }])!;
    const query = unitVector([1, 0, 0]);
    expect(cosineSimilarity(column, 0, query)).toBeUndefined();
    expect(cosineSimilarity(column, 1, query)).toBeCloseTo(0.6, 2);
  });

  it('follows its documents in a merge', () => {
    const segments = new TestSegments();
    const first = segments.add([{ embedding: quantize([1, 0]) }, { embedding: quantize([0, 1]) }], [0]);
    const without = segments.add([{}]);
    const last = segments.add([{ embedding: quantize([-1, 0]) }]);
    const { vectors } = mergeSegments(4, [first, without, last], segments.table).segment;
    const query = unitVector([1, 0]);
    expect([0, 1, 2].map((document) => cosineSimilarity(vectors!, document, query))).toEqual([
      expect.closeTo(0, 5),
      undefined,
      expect.closeTo(-1, 5),
    ]);
  });
});
