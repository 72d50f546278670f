import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from './parse-range.ts';
import { MAX_RANGES, rangeBuckets } from './range-buckets.ts';

const labels = (ranges: { label: string }[]) => ranges.map(({ label }) => label);

describe('ranges', () => {
  it('there are 20 to 50 ranges if the values are spread widely enough', () => {
    const spreads: [number, number, 'number' | 'date'][] = [
      [0.02, 4000, 'number'],
      [0.000002, 150_000, 'number'],
      [1, 83, 'number'],
      [0.1, 0.45, 'number'],
      [-3.5, 912.25, 'number'],
      [1, 1000, 'number'],
      [Date.UTC(1758, 0), Date.UTC(2011, 0), 'date'],
      [Date.UTC(1990, 0), Date.UTC(2024, 0), 'date'],
    ];
    for (const [smallest, largest, kind] of spreads) {
      const { length } = rangeBuckets(smallest, largest, kind);
      expect(length, `${smallest} to ${largest}`).toBeGreaterThanOrEqual(20);
      expect(length, `${smallest} to ${largest}`).toBeLessThanOrEqual(MAX_RANGES);
    }
  });

  it('ranges grow with the values if the data spans orders of magnitude', () => {
    const ranges = labels(rangeBuckets(0.02, 4000, 'number'));
    expect(ranges.slice(0, 9)).toEqual([
      '0.02 – 0.03',
      '0.03 – 0.04',
      '0.04 – 0.05',
      '0.05 – 0.06',
      '0.06 – 0.07',
      '0.07 – 0.08',
      '0.08 – 0.09',
      '0.09 – 0.1',
      '0.1 – 0.2',
    ]);
    expect(ranges.at(-1)).toBe('4000 – 5000');
    expect(labels(rangeBuckets(0.02, 4000, 'number', 10))).toEqual([
      '0.01 – 0.1',
      '0.1 – 1',
      '1 – 10',
      '10 – 100',
      '100 – 1000',
      '1000 – 10000',
    ]);
  });

  it('ranges have several powers of ten if one would be too little', () => {
    expect(labels(rangeBuckets(0.000002, 150_000, 'number', 5))).toEqual([
      '0.00000001 – 0.0001',
      '0.0001 – 1',
      '1 – 10000',
      '10000 – 100000000',
    ]);
  });

  it('ranges have equal round steps otherwise', () => {
    expect(labels(rangeBuckets(1, 83, 'number', 5))).toEqual([
      '0 – 20',
      '20 – 40',
      '40 – 60',
      '60 – 80',
      '80 – 100',
    ]);
    expect(labels(rangeBuckets(0.1, 0.45, 'number'))[0]).toBe('0.1 – 0.11');
    expect(labels(rangeBuckets(7, 7, 'number'))).toEqual(['7 – 8']);
  });

  it('ranges of whole numbers have whole bounds', () => {
    expect(labels(rangeBuckets(1, 5, 'number'))).toEqual(['1 – 2', '2 – 3', '3 – 4', '4 – 5', '5 – 6']);
  });

  it('date ranges are full years, decades or centuries', () => {
    const [from, to] = [Date.UTC(1758, 0), Date.UTC(2011, 0)];
    expect(labels(rangeBuckets(from, to, 'date')).slice(0, 2)).toEqual(['1750 – 1759', '1760 – 1769']);
    expect(labels(rangeBuckets(from, to, 'date', 10))).toEqual([
      '1750 – 1799',
      '1800 – 1849',
      '1850 – 1899',
      '1900 – 1949',
      '1950 – 1999',
      '2000 – 2049',
    ]);
    expect(labels(rangeBuckets(Date.UTC(2020, 5), Date.UTC(2022, 1), 'date'))).toEqual([
      '2020',
      '2021',
      '2022',
    ]);
  });

  it('ranges contain each value exactly once and parse from their labels', () => {
    const value = fc
      .double({ min: -1e9, max: 1e9, noNaN: true })
      .map((number) => Number(number.toPrecision(9)));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), fc.integer({ min: 3, max: 1000 }), (values, limit) => {
        const ranges = rangeBuckets(Math.min(...values), Math.max(...values), 'number', limit);
        expect(ranges.length).toBeLessThanOrEqual(limit);
        for (const each of values) {
          expect(ranges.filter(({ from, to }) => from <= each && each < to)).toHaveLength(1);
        }
        for (const { label, from, to } of ranges) {
          expect(parseRange(label, 'number')).toEqual({ from, to, toExclusive: true });
        }
      }),
      { examples: [[[-5e-324, 8, 0], 8]] },
    );
  });

  it('ranges are few even for the largest and smallest numbers', () => {
    const extremes: [number, number][] = [
      [-Number.MAX_VALUE, Number.MAX_VALUE],
      [Number.MAX_VALUE, Number.MAX_VALUE],
      [Number.MIN_VALUE, Number.MIN_VALUE],
      [Number.MIN_VALUE, Number.MAX_VALUE],
      [-1e15, -1e15 + 1],
    ];
    for (const [smallest, largest] of extremes) {
      expect(
        rangeBuckets(smallest, largest, 'number').length,
        `${smallest} to ${largest}`,
      ).toBeLessThanOrEqual(MAX_RANGES);
    }
    expect(rangeBuckets(-8.64e15, 8.64e15, 'date').length).toBeLessThanOrEqual(MAX_RANGES);
  });

  it('date ranges include the full year, month or day of their upper bound', () => {
    const ends = (text: string) => {
      const { from, to } = parseRange(text, 'date')!;
      return [from, to].map((moment) => (moment === null ? null : new Date(moment).toISOString()));
    };
    expect(ends('[2000 TO 2005]')).toEqual(['2000-01-01T00:00:00.000Z', '2005-12-31T23:59:59.999Z']);
    expect(ends('[2000-03 TO 2005-12]')).toEqual(['2000-03-01T00:00:00.000Z', '2005-12-31T23:59:59.999Z']);
    expect(ends('[* TO 2004-02-29]')).toEqual([null, '2004-02-29T23:59:59.999Z']);
    expect(ends('[* TO 2005-06-10T12:00:00Z]')).toEqual([null, '2005-06-10T12:00:00.000Z']);
    expect(ends('[800 TO 814]')).toEqual(['0800-01-01T00:00:00.000Z', '0814-12-31T23:59:59.999Z']);
    expect(parseRange('[2000 TO 2005-13]', 'date')).toBeUndefined();
    expect(parseRange('[2020-02-30 TO *]', 'date')).toBeUndefined();
    expect(parseRange('[2000 TO 2005]', 'number')).toEqual({ from: 2000, to: 2005, toExclusive: false });
  });

  it('the parser accepts open bounds and dates, and rejects invalid ranges', () => {
    expect(parseRange('[10 TO *]', 'number')).toEqual({ from: 10, to: null, toExclusive: false });
    expect(parseRange('[* TO 2020-01-01]', 'date')).toEqual({
      from: null,
      to: Date.UTC(2020, 0, 2) - 1,
      toExclusive: false,
    });
    expect(parseRange('1950 – 1999', 'date')).toEqual({
      from: Date.UTC(1950, 0),
      to: Date.UTC(2000, 0),
      toExclusive: true,
    });
    for (const text of ['', 'many', '[10]', '[a TO b]', '1 – x', '– 3']) {
      expect(parseRange(text, 'number')).toBeUndefined();
    }
  });
});
