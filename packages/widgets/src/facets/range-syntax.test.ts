/** Tests of range labels and slider stops. */
import { describe, expect, test } from 'vitest';
import { english, Locale } from '../locale/locale.ts';
import { stopsOf } from './range-controls.ts';
import { parseRange, rangeLabel, valueName } from './range-syntax.ts';

describe('a range', () => {
  test('is formatted and parsed with open bounds, and swapped if the bounds are in the wrong order', () => {
    expect(rangeLabel('10', '100')).toBe('[10 TO 100]');
    expect(rangeLabel('', '100')).toBe('[* TO 100]');
    expect(rangeLabel('100', '9')).toBe('[9 TO 100]');
    expect(rangeLabel('', '')).toBe('');
    expect(rangeLabel('1e3', '.5')).toBe('[0.5 TO 1000]');
    expect(parseRange('[10 TO *]')).toEqual({ from: '10', to: '' });
    expect(parseRange('10 – 100')).toBe(undefined);
  });
  const name = (label: string, locale = english, field = 'dyn_flt_mass') =>
    valueName(field, { label }, locale);
  test('has a readable name', () => {
    expect(['[10 TO *]', '[* TO 5]', '[1 TO 2]', '5 – 7', '1970'].map((label) => name(label))).toEqual([
      '≥ 10',
      '≤ 5',
      '1 – 2',
      '5 – 7',
      '1970',
    ]);
    expect(name('10000 – 1000000', english, 'dyn_lit_type')).toBe('10000 – 1000000');
  });
  test('of the language facet is the name of a language, or the label as written if it is not a tag', () => {
    const names = ['de-AT', 'zh-Hant', 'English', 'xx', 'x_y', ''].map((label) =>
      name(label, english, 'dyn_lit_language'),
    );
    expect(names).toEqual(['Austrian German', 'Traditional Chinese', 'English', 'xx', 'x_y', '']);
  });
  test('has localized numbers but plain years', () => {
    expect(name('10000 – 1000000')).toBe('10,000 – 1,000,000');
    expect(name('[1e3 TO 200000]', new Locale('de'))).toBe('1000 – 200.000');
    expect(name('0.0001 – 0.001', new Locale('de'))).toBe('0,0001 – 0,001');
    expect(name('1970 – 1979')).toBe('1970 – 1979');
  });
});

describe('the stops of a slider', () => {
  const stops = (...labels: string[]) =>
    stopsOf(labels.map((label) => ({ count: 1, label, value: null, children: null })));
  test('are one more than the bars, with a value for each thumb', () => {
    expect(stops('1750 – 1799', '1800 – 1849', '1850 – 1899')).toEqual({
      starts: [1750, 1800, 1850, 1899],
      ends: [1750, 1799, 1849, 1899],
    });
    expect(stops('2001', '2002', '2003')).toEqual({
      starts: [2001, 2002, 2003, 2003],
      ends: [2001, 2001, 2002, 2003],
    });
    expect(stops('0 – 20', '20 – 40')).toEqual({ starts: [0, 20, 40], ends: [0, 20, 40] });
    expect(stops('1e-9 – 1', 'many')).toBe(undefined);
  });
});
