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
  test('has line breaks as spaces, because the search box has one line', () => {
    const url = new URL('?search=puma%0D%0Alion', page);
    expect(readUrlState(url, 'search').query.input).toBe('puma lion');
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
  test.each([
    ['a parameter without a value, and a path with a space', '?flag&path=/a b'],
    ['a slash, a colon and commas', '?file=/src/app.js&at=10:30&tags=a,b,c'],
    ['a plus sign and an encoded one', '?q=c++&r=c%2B%2B&s=a+b'],
    ['repeated parameters and brackets', '?id[]=1&id[]=2&id=3&id='],
    ['invalid percent-encodings', '?rate=5%&name=%zz&latin=caf%E9&half=%C3'],
    ['lower-case percent-encodings', '?name=m%c3%bcller&n=M%C3%BCller'],
    ['empty parameters', '?&a=1&&b=2&'],
    ['letters and emoji', '?name=müller&mood=🦉'],
    ['semicolons, equals signs and question marks', '?a=1;b=2&c==3&d=?e=f'],
    ['quotation marks and apostrophes', '?say="it\'s"&or=~!*()'],
    ['the query of a hash router', '?lang=de#/products?search=ours&page=2'],
    ['names that begin like ours', '?searching=1&search-2=other&research=3'],
    ['a signature over the parameters', '?Expires=1&Signature=a%2Fb%3D~-_&Key-Pair-Id=K'],
  ])('keeps %s byte for byte', (_what, query) => {
    const url = new URL(query, 'https://example.org/find');
    const place = { query: { ...initialQuery, input: 'a b&c', start: 10 }, document: undefined };
    const written = writeUrlState(url, 'search', place);
    const own = 'search=a+b%26c&search.start=10';
    expect(written.href).toBe(url.href.replace(url.search, `${url.search}&${own}`));
    expect(readUrlState(written, 'search')).toEqual(place);
    expect(writeUrlState(written, 'search', { query: initialQuery, document: undefined }).href).toBe(
      url.href,
    );
  });
  test('has the attribute of an order, also one with dashes', () => {
    const sort = { field: 'https://example.org/list-price', direction: 'desc' as const };
    const url = writeUrlState(new URL('https://example.org/'), 's', {
      query: { ...initialQuery, sort },
      document: undefined,
    });
    expect(readUrlState(url, 's').query.sort).toEqual(sort);
  });
  test('ignores invalid parameters', () => {
    const bent = new URL(
      'https://example.org/?s.start=-5&s.sort=&s.from=yesterday&s.to=2024-02-31&s.facet=&s.facet=%25',
    );
    expect(readUrlState(bent, 's').query).toEqual({
      ...initialQuery,
      selectedFacets: [{ field: '%' }],
    });
  });
});
