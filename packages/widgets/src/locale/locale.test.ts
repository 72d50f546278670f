/** Tests of the locale: plurals, numbers, dates, lists. */
import { describe, expect, test } from 'vitest';
import german from './languages/de.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import { english, Locale, loadLocale } from './locale.ts';

describe('a locale', () => {
  test('selects plural forms and localizes numbers', async () => {
    expect(english.text('results', { count: 1 })).toBe('1 result');
    expect(english.text('results', { count: 12345 })).toBe('12,345 results');
    expect((await loadLocale('de-AT')).text('suggestionCount', { count: 2 })).toBe('2 Vorschläge');
    expect((await loadLocale('de')).number(12345)).toBe('12.345');
  });
  test('falls back to English for missing languages and invalid tags', async () => {
    expect((await loadLocale('tlh')).text('retry')).toBe('Try again');
    expect((await loadLocale('"><script>')).tag).toBe('en');
  });
  test('falls back to the nearest available language', async () => {
    expect((await loadLocale('nn-NO')).text('retry')).toBe((await loadLocale('nb')).text('retry'));
    expect((await loadLocale('nn')).text('retry')).not.toBe('Try again');
  });
  test('isolates values that would change the direction of the sentence', () => {
    const reported = (input: string) => english.text('resultsFor', { count: 1, input });
    expect(reported('puma')).not.toMatch(/\u2068/);
    for (const input of ['puma\u202eabc', 'أسد']) expect(reported(input)).toContain(`\u2068${input}\u2069`);
  });
  test('formats January 1, 00:00 UTC as a year', () => {
    expect(new Locale('en').date(Date.UTC(1982, 0, 1))).toBe('1982');
    expect(new Locale('en').date(Date.UTC(1982, 4, 17))).toBe('May 17, 1982');
  });

  test('formats English dates like Intl, in every month and century', () => {
    const intl = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    for (const year of [-400, 0, 999, 1000, 1582, 1970, 2026, 9999, 12000])
      for (let month = 0; month < 12; month++) {
        const day = new Date(Date.UTC(2000, month, 2 + 2 * month)).setUTCFullYear(year);
        expect(new Locale('en').date(day)).toBe(intl.format(day));
        expect(new Locale('en-US').date(day)).toBe(intl.format(day));
      }
    expect(new Locale('en-GB').date(Date.UTC(1982, 4, 17))).toBe('17 May 1982');
  });
  test('separates lists by language, with "and" only in complete lists', async () => {
    expect(english.join(['a', 'b', 'c'])).toBe('a, b, c');
    expect((await loadLocale('de')).conjunction(['a', 'b', 'c'])).toBe('a, b und c');
    expect((await loadLocale('de')).join(['a', 'b', 'c'])).toBe('a, b, c');
    expect((await loadLocale('ja')).joinTemplates(['a', 'b'])).toEqual(['a', '、', 'b']);
  });
  test('uses the same placeholders in German as in English', () => {
    const names = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g))].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[])
      expect(names(german[key]), key).toEqual(names(en[key]));
  });
});
