/** What owners of search boxes ask to change in their texts, and what stays as it was. */
import type { InterfaceTexts } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import { loadLocale } from './locale.ts';
import { withTexts } from './own-texts.ts';

async function localeWith(tag: string, ...texts: (InterfaceTexts | null | undefined)[]) {
  return withTexts(await loadLocale(tag), tag, texts);
}

describe('an owner changes', () => {
  test('the placeholder of the search box in one language only', async () => {
    const texts = { ja: { placeholder: '資料を検索' } };
    expect((await localeWith('ja', texts)).text('placeholder')).toBe('資料を検索');
    expect((await localeWith('en', texts)).text('placeholder')).toBe('Search documents and topics');
  });

  test('what a search without results says, with the input of the visitor', async () => {
    const locale = await localeWith('en', { en: { nothing: 'No book matches “{input}”. Ask a librarian.' } });
    expect(locale.text('nothing', { input: 'lynx' })).toBe('No book matches “lynx”. Ask a librarian.');
    expect(locale.text('nothingAtAll')).toBe('Nothing found');
  });

  test('the word for results, in the plural forms of the language', async () => {
    const results = {
      one: '{count} wpis',
      few: '{count} wpisy',
      many: '{count} wpisów',
      other: '{count} wpisu',
    };
    const locale = await localeWith('pl', { pl: { results } });
    expect([1, 2, 5, 1.5].map((count) => locale.text('results', { count }))).toEqual([
      '1 wpis',
      '2 wpisy',
      '5 wpisów',
      '1,5 wpisu',
    ]);
  });

  test('the accessible name of a button together with its visible text', async () => {
    const locale = await localeWith('en', {
      en: { filters: 'Refine', openFilters: 'Refine, {count} chosen' },
    });
    expect(locale.text('filters')).toBe('Refine');
    expect(locale.text('openFilters', { count: 2 })).toBe('Refine, 2 chosen');
  });

  test('the texts of a language that the elements do not have', async () => {
    const texts = { ca: { placeholder: 'Cerca documents' }, en: { filters: 'Refine' } };
    const locale = await localeWith('ca', texts);
    expect(locale.tag).toBe('ca');
    expect(locale.text('placeholder')).toBe('Cerca documents');
    expect(locale.text('filters')).toBe('Refine');
    expect(locale.text('retry')).toBe('Try again');
  });
});

describe('the language of a visitor', () => {
  const texts = {
    de: { placeholder: 'Archiv', apply: 'Los' },
    'de-AT': { apply: 'Gemma' },
    zh: { placeholder: '搜索' },
  };
  test.each([
    ['de', 'Archiv', 'Los'],
    ['de-AT', 'Archiv', 'Gemma'],
    ['de-CH', 'Archiv', 'Los'],
    ['zh-CN', '搜索', undefined],
    ['zh-TW', undefined, undefined],
    ['fr', undefined, undefined],
  ])('%s has texts of its language and script, and those of its region', async (tag, placeholder, apply) => {
    const locale = await localeWith(tag, texts);
    const unchanged = await loadLocale(tag);
    expect(locale.text('placeholder')).toBe(placeholder ?? unchanged.text('placeholder'));
    expect(locale.text('apply')).toBe(apply ?? unchanged.text('apply'));
    expect(locale.tag).toBe(unchanged.tag);
  });
});

test('later texts win, and malformed ones of a page are ignored', async () => {
  const wrong = { en: { close: 5, apply: { one: 'x' }, back: null }, de_DE: { retry: 'Nochmal' }, fr: null };
  const locale = await localeWith(
    'en',
    { en: { close: 'Shut', sort: 'Order' } },
    wrong as unknown as InterfaceTexts,
    { EN: { sort: 'Arrange' } },
  );
  const texts = (['close', 'apply', 'back', 'retry', 'sort'] as const).map((key) => locale.text(key));
  expect(texts).toEqual(['Shut', 'Apply', 'Back to results', 'Try again', 'Arrange']);
});
