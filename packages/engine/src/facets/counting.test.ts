import { packLists } from '@semantic-search/query/collections';
import type { Thesaurus } from '@semantic-search/query/thesaurus';
import { describe, expect, it } from 'vitest';
import { TestSegments } from '../../test/support/segments.ts';
import type { SegmentReader } from '../index/reader.ts';
import { countConcepts, countRanges, countRows, type SegmentMatches } from './counting.ts';
import { rangeBuckets } from './ranges/range-buckets.ts';

/** Concept 0 is broader than all others; concept 2 is rare. */
const broader = [[], [0], [0], [0]];
const thesaurus = { size: broader.length, data: { ancestors: packLists(broader) } } as unknown as Thesaurus;
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

function matchesIn(reader: SegmentReader, accepts: (document: number) => boolean): SegmentMatches {
  return { reader, documents: Uint16Array.from([...Array(size).keys()].filter(accepts)) };
}

function counts(matches: SegmentMatches) {
  const [single, several] = [new Uint32Array(2), new Uint32Array(3)];
  const { literals } = matches.reader.segment;
  countRows(matches, literals[0]!, single);
  countRows(matches, literals[1]!, several);
  return {
    concepts: [...countConcepts([matches], thesaurus)],
    single: [...single],
    several: [...several],
  };
}

describe('facet counting', () => {
  it('counts each concept with its narrower ones, and each value', () => {
    const matches = { reader: segment(), documents: Uint16Array.of(0, 1, 2, 5) };
    expect(counts(matches)).toEqual({ concepts: [4, 3, 1, 2], single: [3, 1], several: [2, 2, 2] });
  });

  it('counts most documents of a segment by its complement', () => {
    const matches = matchesIn(segment(), (i) => i < 301);
    const expected = { concepts: [301, 299, 2, 150], single: [225, 76], several: [61, 61, 240] };
    expect(counts(matches)).toEqual(expected);
    // The second time uses cached totals.
    expect(counts(matches)).toEqual(expected);
  });

  it('does not count deleted documents if the matches omit them', () => {
    const matches = matchesIn(segment([1, 3]), (i) => i !== 1 && i !== 3);
    expect(counts(matches).concepts).toEqual([398, 396, 2, 198]);
  });

  it('counts a document once per range, with one value or several', () => {
    const matches = { reader: segment(), documents: Uint16Array.of(0, 99, 100, 350) };
    const [one, several] = matches.reader.segment.numbers;
    const ranges = rangeBuckets(0, 499, 'number', 5);
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
