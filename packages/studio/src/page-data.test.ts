import { describe, expect, it } from 'vitest';
import { distinctTitles, otherSearchUrl, requestedConfiguration } from './page-data.ts';

describe('the main user interface', () => {
  it('clears the search when another configuration is selected', () => {
    expect(otherSearchUrl('https://example.org/?configuration=5&q=owl#x', 3)).toBe(
      'https://example.org/?configuration=3',
    );
  });
});

describe('the list of configurations', () => {
  it('distinguishes equal titles by the number of the configuration', () => {
    const titles = ['My shop', 'Guide', 'My shop'].map((title, index) => ({ id: index + 1, title }));
    expect(distinctTitles(titles).map(({ title }) => title)).toEqual(['My shop (1)', 'Guide', 'My shop (3)']);
  });
});

describe('the configuration of an address', () => {
  it('the configuration of a URL is its id, null without one, and NaN for anything else', () => {
    expect(requestedConfiguration('?configuration=7')).toBe(7);
    expect(requestedConfiguration('')).toBeNull();
    for (const text of ['', '0', '-1', '7.5', 'seven', '1e3'])
      expect(requestedConfiguration(`?configuration=${text}`)).toBeNaN();
  });
});
