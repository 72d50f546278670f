/** Property tests of reading and writing URL state. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { initialQuery } from '../store/query-state.ts';
import { readUrlState, writeUrlState } from './url-state.ts';

const page = new URL('https://example.org/find?theme=blue&other=1#top');

const word = fc.string({ minLength: 1, unit: 'grapheme' });
const place = fc.record({
  query: fc.record({
    input: fc.string(),
    selectedFacets: fc.array(fc.record({ field: word, label: word, value: word })),
    start: fc.nat(),
    sort: fc.constantFrom(
      { field: 'relevance' as const },
      { field: 'date' as const, direction: 'desc' as const },
      { field: 'title' as const },
    ),
    dateRange: fc.constantFrom(
      { from: '', to: '' },
      { from: '1990-01-01', to: '' },
      { from: '1990-01-01', to: '2001-12-31' },
    ),
  }),
  document: fc.option(word, { nil: undefined }),
});

describe('the address', () => {
  test('restores every query and document', () => {
    fc.assert(
      fc.property(place, (written) => {
        expect(readUrlState(writeUrlState(page, 'search', written), 'search')).toEqual(written);
      }),
    );
  });
  test('keeps the parameters of the page and of other instances', () => {
    const one = writeUrlState(page, 'one', {
      query: { ...initialQuery, input: 'money' },
      document: undefined,
    });
    const both = writeUrlState(one, 'two', {
      query: { ...initialQuery, input: 'wages', start: 10 },
      document: undefined,
    });
    expect(Object.fromEntries(both.searchParams)).toEqual({
      theme: 'blue',
      other: '1',
      one: 'money',
      two: 'wages',
      'two.start': '10',
    });
    expect(both.hash).toBe('#top');
    expect(writeUrlState(both, 'two', { query: initialQuery, document: undefined }).href).toBe(one.href);
  });
  test('ignores invalid parameters', () => {
    const bent = new URL(
      'https://example.org/?s.start=-5&s.sort=price&s.from=yesterday&s.to=2024-02-31&s.facet=&s.facet=%25',
    );
    expect(readUrlState(bent, 's').query).toEqual({
      ...initialQuery,
      selectedFacets: [{ field: '%' }],
    });
  });
});
