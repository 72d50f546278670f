import { describe, expect, it } from 'vitest';
import { TestSegments } from '../../../test/support/segments.ts';
import type { SegmentReader } from '../../index/reader.ts';
import { rangesOver } from '../ranges/range-buckets.ts';
import { countConcepts } from './concept-counter.ts';
import { baselineMatches, deltaMatches, plainMatches, type SegmentMatches } from './delta-counting.ts';
import { FacetScratch } from './facet-scratch.ts';
import { countRanges } from './range-facets.ts';
import { countLiterals } from './term-facets.ts';

const scratch = new FacetScratch();

/** Concept 0 is broader than all others; concept 2 is rare. */
const broader = [[], [0], [0], [0]];
const size = 400;

/** Attribute 0 has the values 0 (three of four documents) and 1; attribute 1 has several values. */
function segment(deleted: number[] = []): SegmentReader {
  return new TestSegments(broader).add(
    Array.from({ length: size }, (_, i) => ({
      subjects: i % 200 === 0 ? [2] : i % 2 === 0 ? [1] : [1, 3],
      literals: [[i % 4 === 0 ? 1 : 0], i % 5 === 0 ? [0, 1] : [2]],
      numbers: [[i], [i, i + 1, i + 100]],
    })),
    deleted,
  );
}

const documents = (accepts: (document: number) => boolean) =>
  Uint16Array.from(Array.from({ length: size }, (_, i) => i).filter(accepts));

function counts(matches: SegmentMatches) {
  const [concepts, single, several] = [new Uint32Array(4), new Uint32Array(2), new Uint32Array(3)];
  const { literals } = matches.reader.segment;
  countConcepts(matches, concepts, scratch);
  countLiterals(literals[0]!, matches, single, scratch);
  countLiterals(literals[1]!, matches, several, scratch);
  return { concepts: [...concepts], single: [...single], several: [...several] };
}

describe('facet counting', () => {
  it('counts each concept with its narrower ones, and each value', () => {
    const matches = plainMatches(segment(), [Uint16Array.of(0, 1, 2, 5)]);
    expect(counts(matches)).toEqual({ concepts: [4, 3, 1, 2], single: [3, 1], several: [2, 2, 2] });
  });

  it('counts many matches, in blocks and in interleaved tables', () => {
    const matches = plainMatches(segment(), [documents((i) => i < 301)]);
    expect(counts(matches)).toEqual({
      concepts: [301, 299, 2, 150],
      single: [225, 76],
      several: [61, 61, 240],
    });
  });

  it('sums disjoint lists', () => {
    const matches = plainMatches(segment(), [documents((i) => i < 100), documents((i) => i >= 300)]);
    expect(counts(matches).concepts).toEqual([200, 199, 1, 100]);
  });

  it.each([
    ['all documents', (i: number) => i % 50 !== 7],
    ['the documents with a frequent value', (i: number) => i % 4 !== 0 || i === 8],
  ])('counts the delta to %s like the matches themselves', (_, accepts) => {
    const reader = segment();
    const lists = [documents(accepts)];
    const matches = deltaMatches(reader, lists, scratch);
    expect(matches.delta).not.toBeNull();
    expect(counts(matches)).toEqual(counts(plainMatches(reader, lists)));
    // The second time uses cached totals.
    expect(counts(matches)).toEqual(counts(plainMatches(reader, lists)));
  });

  it('selects the baseline with the smallest delta', () => {
    const { delta } = deltaMatches(segment(), [documents((i) => i % 4 !== 0 || i === 8)], scratch);
    expect([delta!.baseline.value, [...delta!.missing], [...delta!.additional]]).toEqual([1, [], [8]]);
  });

  it('uses no delta for few matches', () => {
    expect(deltaMatches(segment(), [documents((i) => i < 20)], scratch).delta).toBeNull();
  });

  it('does not count deleted documents if the matches omit them', () => {
    const reader = segment([1, 3]);
    const matches = deltaMatches(reader, [documents((i) => i !== 1 && i !== 3)], scratch);
    expect(counts(matches).concepts).toEqual([398, 396, 2, 198]);
  });

  it('counts the totals of a baseline', () => {
    const reader = segment();
    expect(counts(baselineMatches(reader, reader.core.baselines[0]!)).single).toEqual([300, 100]);
  });

  it('counts a document once per range, with one value or several', () => {
    const matches = plainMatches(segment(), [Uint16Array.of(0, 99, 100, 350)]);
    const [one, several] = matches.reader.segment.numbers;
    const ranges = rangesOver(0, 499, 'number', 5);
    const rangeCounts = (column: typeof one) => {
      const into = new Uint32Array(ranges.length);
      countRanges(column!, matches, ranges, into);
      return Object.fromEntries(ranges.map(({ label }, i) => [label, into[i]]));
    };
    expect(rangeCounts(one)).toEqual({
      '0 – 100': 2,
      '100 – 200': 1,
      '200 – 300': 0,
      '300 – 400': 1,
      '400 – 500': 0,
    });
    expect(rangeCounts(several)).toEqual({
      '0 – 100': 2,
      '100 – 200': 3,
      '200 – 300': 1,
      '300 – 400': 1,
      '400 – 500': 1,
    });
  });
});
