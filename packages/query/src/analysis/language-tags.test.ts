import { expect, test } from 'vitest';
import { analyzerFor } from './analyzers.ts';
import { canonicalLanguageTag } from './language-tags.ts';

test.each([
  ['en', 'en EN eng English english ENGLISH'],
  ['de', 'de deu ger German Deutsch DEUTSCH'],
  ['fr', 'fra fre French français'],
  ['nl', 'nld dut Dutch Flemish Nederlands'],
  ['el', 'ell gre Greek Ελληνικά'],
  ['zh', 'zho chi Chinese 中文 cmn'],
  ['ar', 'ara Arabic العربية'],
  ['cs', 'ces cze Czech čeština'],
])('returns the canonical tag %s for %s', (tag, spellings) => {
  for (const spelling of spellings.split(' ')) expect(canonicalLanguageTag(spelling), spelling).toBe(tag);
});

test('returns canonical tags, and the first language of catalog entries', () => {
  expect(canonicalLanguageTag('en_US')).toBe('en-US');
  expect(canonicalLanguageTag('EN-us')).toBe('en-US');
  expect(canonicalLanguageTag('zh-hant')).toBe('zh-Hant');
  expect(canonicalLanguageTag('Greek, Modern (1453-)')).toBe('el');
  expect(canonicalLanguageTag('Spanish; Castilian')).toBe('es');
  expect(canonicalLanguageTag('eng;ger')).toBe('en');
});

test.each([
  '',
  ' ',
  'und',
  'mul',
  'zxx',
  'xx',
  'various',
  'unknown',
  'n/a',
  'constructor',
  'de-',
  'x'.repeat(1000),
])('rejects "%s" as a language', (given) => {
  expect(canonicalLanguageTag(given)).toBeUndefined();
});

test('uses the stemmer of the language for every spelling of its tag', () => {
  for (const spelling of ['ger', 'deu', 'German', 'Deutsch', 'DE', 'de_AT'])
    expect(analyzerFor(spelling)).toBe(analyzerFor('de'));
  expect(analyzerFor('Norwegian Bokmål')).toBe(analyzerFor('no'));
});
