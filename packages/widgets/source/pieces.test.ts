/** The pure pieces: page numbers, marks, links, locales, identities of facet values. */
import { describe, expect, test } from 'vitest';
import { marked } from './document/marks.ts';
import { safeImage, safeLink } from './document/safe-address.ts';
import { lowerBound } from './facets/histogram.ts';
import { parseRange, rangeLabel, readableRange } from './facets/range.ts';
import { messages as german } from './locale/languages/de.ts';
import { en } from './locale/languages/en.ts';
import { english, Locale, loadLocale } from './locale/locale.ts';
import { pageNumbers } from './results/pager.ts';
import { emptyQuestion, isSelected, toggled } from './session/question.ts';

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 0, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 100, [1, 0, 4, 5, 6, 0, 100]],
  ])('of page %i of %i are %j', (current, last, pages) => {
    expect(pageNumbers(current, last)).toEqual(pages);
  });
});

describe('marks', () => {
  const bracketed = (text: string, spans: { begin: number; end: number }[]) =>
    marked(text, spans, (part) => `[${part}]`).join('');
  test('stand where the spans are, in any order', () => {
    expect(
      bracketed('one two three', [
        { begin: 8, end: 13 },
        { begin: 0, end: 3 },
      ]),
    ).toBe('[one] two [three]');
  });
  test('never lose or repeat text, whatever the spans', () => {
    const wild = [
      { begin: 2, end: 9 },
      { begin: 0, end: 4 },
      { begin: 5, end: 5 },
      { begin: 9, end: 99 },
    ];
    expect(bracketed('0123456789', wild).replace(/[[\]]/g, '')).toBe('0123456789');
  });
});

test('only links and images that cannot run anything go through', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a');
  for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//x', 'x', ''])
    expect(safeLink(bad)).toBe(undefined);
  expect(safeImage('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'http://example.org/x.png', '', null])
    expect(safeImage(bad)).toBe(undefined);
});

describe('a locale', () => {
  test('chooses the plural and writes numbers as the language does', async () => {
    expect(english.text('results', { count: 1 })).toBe('1 result');
    expect(english.text('results', { count: 12345 })).toBe('12,345 results');
    expect((await loadLocale('de-AT')).text('suggestionCount', { count: 2 })).toBe('2 Vorschläge');
    expect((await loadLocale('de')).number(12345)).toBe('12.345');
  });
  test('falls back to English words, and survives a tag that is none', async () => {
    expect((await loadLocale('tlh')).text('retry')).toBe('Try again');
    expect((await loadLocale('"><script>')).tag).toBe('en');
  });
  test('prints a year alone where nothing more is known', () => {
    expect(new Locale('en').date(Date.UTC(1982, 0, 1))).toBe('1982');
    expect(new Locale('en').date(Date.UTC(1982, 4, 17))).toBe('May 17, 1982');
  });
  test('separates lists as the language does, with "and" only where they end', async () => {
    expect(english.listed(['a', 'b', 'c'])).toBe('a, b, c');
    expect((await loadLocale('de')).list(['a', 'b', 'c'])).toBe('a, b und c');
    expect((await loadLocale('de')).listed(['a', 'b', 'c'])).toBe('a, b, c');
    expect((await loadLocale('ja')).between(['a', 'b'])).toEqual(['a', '、', 'b']);
  });
  test('uses the same values in German as in English', () => {
    const names = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(names(german[key]), key).toEqual(names(en[key]));
  });
});

describe('a facet value', () => {
  const concept = { field: 'dyn_uri_topics', label: 'Wages', value: 'https://example.org/wages' };
  test('is the same concept in any language, and goes when chosen twice', () => {
    const question = { ...emptyQuestion, selectedFacets: [concept] };
    expect(isSelected(question, 'dyn_uri_topics', { ...concept, label: 'Löhne' })).toBe(true);
    expect(toggled(question, { ...concept, label: 'Löhne' })).toEqual([]);
  });
  test('of the aggregate is recognised either way round', () => {
    const chosen = { field: 'dyn_uri_all_concepts', label: concept.value, value: 'Wages' };
    const question = { ...emptyQuestion, selectedFacets: [chosen] };
    expect(isSelected(question, 'dyn_uri_all_concepts', { label: 'Wages', value: concept.value })).toBe(true);
  });
  test('of a range has a lower bound to be ordered by', () => {
    expect(['1,000 – 5,000', '-10 – 0', '10 – 100'].map(lowerBound)).toEqual([1000, -10, 10]);
  });
});

describe('a range', () => {
  test('is written and read with open ends, and turned where it is the wrong way round', () => {
    expect(rangeLabel('10', '100')).toBe('[10 TO 100]');
    expect(rangeLabel('', '100')).toBe('[* TO 100]');
    expect(rangeLabel('100', '9')).toBe('[9 TO 100]');
    expect(rangeLabel('', '')).toBe('');
    expect(parseRange('[10 TO *]')).toEqual({ from: '10', to: '' });
    expect(parseRange('10 – 100')).toBe(undefined);
  });
  test('is shown as people write it', () => {
    expect(['[10 TO *]', '[* TO 5]', '[1 TO 2]', 'Book'].map(readableRange)).toEqual([
      '≥ 10',
      '≤ 5',
      '1 – 2',
      'Book',
    ]);
  });
});
