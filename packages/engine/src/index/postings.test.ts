import { describe, expect, it } from 'vitest';
import { readPositions } from './positions.ts';
import { PostingsBuilder } from './postings.ts';
import { POSITION_SKIP_INTERVAL, type Postings } from './segment.ts';

type Occurrence = [term: number, document: number, position: number];

function build(occurrences: Occurrence[]): Postings {
  const builder = new PostingsBuilder();
  for (const occurrence of occurrences) builder.add(...occurrence);
  return builder.build();
}

/** Documents and positions by term. */
function readable({ terms, starts, documents, frequencies, positions }: Postings) {
  const decoded: number[] = [];
  readPositions(
    positions,
    0,
    frequencies.reduce((sum, each) => sum + each, 0),
    decoded,
  );
  let at = 0;
  return Object.fromEntries(
    Array.from(terms, (term, i) => {
      const list = Array.from(documents.subarray(starts[i], starts[i + 1]), (document, nth) => {
        const frequency = frequencies[starts[i]! + nth]!;
        at += frequency;
        return [document, decoded.slice(at - frequency, at)];
      });
      return [term, list];
    }),
  );
}

describe('PostingsBuilder', () => {
  it('orders postings by term and document, with all positions', () => {
    const postings = build([
      [7, 0, 0],
      [3, 0, 1],
      [7, 0, 2],
      [3, 2, 0],
      [300, 2, 1],
    ]);
    expect([...postings.terms]).toEqual([3, 7, 300]);
    expect(readable(postings)).toEqual({
      3: [
        [0, [1]],
        [2, [0]],
      ],
      7: [[0, [0, 2]]],
      300: [[2, [1]]],
    });
  });

  it('clamps frequencies at 255 and keeps the first positions', () => {
    const postings = build(Array.from({ length: 300 }, (_, position): Occurrence => [1, 0, position]));
    expect([...postings.frequencies]).toEqual([255]);
    expect(readable(postings)[1]![0]![1]).toEqual(Array.from({ length: 255 }, (_, i) => i));
  });

  it('adds a skip for every 16th posting, at the byte where its positions start', () => {
    const documents = Array.from({ length: 40 }, (_, i) => i);
    // Positions from 128 on take two bytes.
    const postings = build(documents.map((document): Occurrence => [1, document, 200]));
    const skips = documents.filter((i) => i % POSITION_SKIP_INTERVAL === 0).map((i) => i * 2);
    expect([...postings.positionSkips]).toEqual(skips);
  });
});
