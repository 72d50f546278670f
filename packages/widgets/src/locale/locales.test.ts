/** Tests of all translations: completeness, plural forms, typography, size. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { textPlaceholders } from '@semantic-search/contract';
import { describe, expect, test } from 'vitest';
import english from './languages/en.json' with { type: 'json' };
import { loadLocale, type MessageKey, type Messages } from './locale.ts';

const folder = new URL('languages/', import.meta.url);
const languages = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .filter((language) => language !== 'en');
const keys = Object.keys(english) as MessageKey[];

/** What opens and what closes a quotation, with the space inside where there is one. */
const quotes: Record<string, [open: string, close: string]> = {
  ar: ['«', '»'],
  cs: ['„', '“'],
  da: ['”', '”'],
  de: ['„', '“'],
  el: ['«', '»'],
  es: ['«', '»'],
  fa: ['«', '»'],
  fi: ['”', '”'],
  fr: ['«\u202f', '\u202f»'],
  he: ['”', '”'],
  hu: ['„', '”'],
  it: ['«', '»'],
  ja: ['「', '」'],
  ko: ['‘', '’'],
  nb: ['«', '»'],
  nl: ['‘', '’'],
  pl: ['„', '”'],
  pt: ['“', '”'],
  ro: ['„', '”'],
  ru: ['«', '»'],
  sv: ['”', '”'],
  tr: ['“', '”'],
  uk: ['«', '»'],
  zh: ['“', '”'],
  'zh-Hant': ['「', '」'],
};

/** Messages that are the same words as in English. */
const sameAsEnglish: Record<string, MessageKey[]> = {
  cs: ['relevance'],
  de: ['within'],
  fr: ['suggestions', 'documents', 'date', 'suggestionCount', 'valueCount', 'pages', 'page'],
  it: ['within'],
  nl: ['within', 'filters', 'valueCount'],
  ro: ['valueCount'],
};

const formsOf = (message: string | object): [category: string, form: string][] =>
  typeof message === 'string' ? [['', message]] : Object.entries(message);
const placeholders = (form: string): string[] => [...new Set(form.match(/\{\w+\}/g))].sort();

/** Whether a plural category stands for one whole number only, which its words may say without a digit. */
const isOneNumber = (language: string, category: string): boolean => {
  const rules = new Intl.PluralRules(language);
  const numbers = Array.from({ length: 200 }, (_, number) => number);
  return numbers.filter((number) => rules.select(number) === category).length === 1;
};

test('the contract has the keys and placeholders that owners may use', () => {
  const used = keys.map((key) => {
    const forms = formsOf(english[key]).flatMap(([, form]) => placeholders(form));
    return [key, [...new Set(forms)].map((name) => name.slice(1, -1)).sort()];
  });
  expect(Object.fromEntries(used)).toEqual(textPlaceholders);
  // A text has plural forms if it has a count, which the service relies on.
  for (const key of keys)
    expect(textPlaceholders[key]!.includes('count'), key).toBe(typeof english[key] === 'object');
});

test('every language has quotation marks in this test', () => {
  expect(Object.keys(quotes)).toEqual(languages.toSorted());
});

describe.each(languages)('%s', async (language) => {
  const text = readFileSync(new URL(`${language}.json`, folder), 'utf8');
  const messages: Messages = JSON.parse(text);
  const forms = keys.flatMap((key) =>
    formsOf(messages[key]).map(([category, form]) => ({ key, category, form })),
  );

  test('is loaded for its tag with and without a region', async () => {
    for (const tag of [language, new Intl.Locale(language).maximize().toString()])
      expect((await loadLocale(tag)).text('retry')).toBe(messages.retry);
  });

  test('has the same message keys as English', () => {
    expect(Object.keys(messages).toSorted()).toEqual(keys.toSorted());
  });

  test('has exactly the plural categories of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    for (const key of keys)
      if (typeof english[key] === 'object')
        expect(Object.keys(messages[key]).toSorted(), key).toEqual(categories);
  });

  test('has the same placeholders as English', () => {
    for (const { key, category, form } of forms) {
      const expected = placeholders(formsOf(english[key])[0]![1]);
      const found = placeholders(form);
      if (category && isOneNumber(language, category) && !found.includes('{count}')) found.unshift('{count}');
      expect(found, `${key} ${category}`).toEqual(expected);
    }
  });

  test('has "show more" as a phrase without a colon', () => {
    const phrases = forms.filter(({ key }) => key === 'showMore' || key === 'showFewer');
    for (const { form } of phrases) expect(form).not.toMatch(/[:：]/);
  });

  test('is translated', () => {
    const wordless: MessageKey[] = ['pair', ...(sameAsEnglish[language] ?? [])];
    const worded = new Set(keys.filter((key) => !wordless.includes(key)));
    const same = forms.filter(({ key, form }) =>
      formsOf(english[key]).some(([, original]) => original === form),
    );
    expect(same.filter(({ key }) => worded.has(key))).toEqual([]);
  });

  test('has the quotation marks of the language', () => {
    const [open, close] = quotes[language]!;
    for (const { key, form } of forms) {
      if (['resultsFor', 'nothing'].includes(key)) expect(form).toContain(`${open}{input}${close}`);
      if (key === 'exactly') expect(form).toContain(`${open}{label}${close}`);
      // An apostrophe between letters is the only mark that is not a quotation mark.
      const others = form
        .replace(/(?<=\p{L})’(?=\p{L})/gu, '')
        .replace(/«\u202f|\u202f»|[^\p{Pi}\p{Pf}„「」]/gu, '');
      const allowed = new Set([...open, ...close]);
      expect(
        [...others].filter((mark) => !allowed.has(mark)),
        `${key}: ${form}`,
      ).toEqual([]);
    }
  });

  test('has typographic characters and clean white space', () => {
    for (const { key, form } of forms) {
      expect(form, key).not.toMatch(/["'`]|\.\.\.|\s\s|^\s|\s$/u);
      if (language === 'fr') expect(form, key).not.toMatch(/(?<!\u202f)[:?!;»]|«(?!\u202f)/);
      else expect(form, key).not.toMatch(/\s[:?!;,.。，：]/);
      if (['ja', 'zh', 'zh-Hant'].includes(language)) expect(form, key).not.toMatch(/[:?!;,]|：\s/);
    }
  });

  test('has accessible names that contain the visible labels', () => {
    // A visitor who speaks to the page says what is written there (WCAG 2.5.3).
    for (const [visible, name] of [
      [messages.from, messages.fromYear],
      [messages.to, messages.toYear],
      ...formsOf(messages.openFilters).map(([, form]) => [messages.filters, form]),
    ])
      expect(name).toContain(visible);
  });

  test('has at most 2 KiB', () => {
    expect(gzipSync(JSON.stringify(messages)).length).toBeLessThanOrEqual(2048);
  });
});

describe('tags', () => {
  test.each([
    ['zh-TW', '再試一次'],
    ['zh-HK', '再試一次'],
    ['zh-CN', '重试'],
    ['no', 'Prøv igjen'],
    ['iw', 'ניסיון חוזר'],
    ['pt-PT', 'Tentar novamente'],
    ['en-US-GB', 'Try again'],
    ['de_DE', 'Try again'],
    ['', 'Try again'],
  ])('%s finds the words of its language and script, or English', async (tag, words) => {
    expect((await loadLocale(tag)).text('retry')).toBe(words);
  });
});

describe('from right to left', () => {
  test('inserted values keep their direction', async () => {
    const hebrew = await loadLocale('he');
    expect(hebrew.isRightToLeft).toBe(true);
    expect(hebrew.text('nothing', { input: 'GDP (real)' })).toContain('”\u2068GDP (real)\u2069”');
    expect((await loadLocale('de')).isRightToLeft).toBe(false);
  });

  test('years are Gregorian, independent of the regional calendar', async () => {
    const persian = await loadLocale('fa');
    expect(persian.date(Date.UTC(1985, 0, 1))).toBe('۱۹۸۵');
    expect(persian.date(Date.UTC(1985, 10, 5), 'long')).toContain('۱۹۸۵');
  });
});
