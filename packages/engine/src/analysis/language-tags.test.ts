import { expect, test } from 'vitest';
import { languageOf } from './analyzers.ts';
import { languageTag } from './language-tags.ts';

test.each([
  ['en', 'en EN eng English english ENGLISH'],
  ['de', 'de deu ger German Deutsch DEUTSCH'],
  ['fr', 'fra fre French français'],
  ['nl', 'nld dut Dutch Flemish Nederlands'],
  ['el', 'ell gre Greek Ελληνικά'],
  ['zh', 'zho chi Chinese 中文 cmn'],
  ['ar', 'ara Arabic العربية'],
  ['cs', 'ces cze Czech čeština'],
])('%s is written %s', (tag, spellings) => {
  for (const spelling of spellings.split(' ')) expect(languageTag(spelling), spelling).toBe(tag);
});

test('tags are written in the customary way, and catalogues by their first language', () => {
  expect(languageTag('en_US')).toBe('en-US');
  expect(languageTag('EN-us')).toBe('en-US');
  expect(languageTag('zh-hant')).toBe('zh-Hant');
  expect(languageTag('Greek, Modern (1453-)')).toBe('el');
  expect(languageTag('Spanish; Castilian')).toBe('es');
  expect(languageTag('eng;ger')).toBe('en');
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
])('"%s" is no language', (given) => {
  expect(languageTag(given)).toBeUndefined();
});

test('stems are those of the language, however it is written', () => {
  for (const spelling of ['ger', 'deu', 'German', 'Deutsch', 'DE', 'de_AT'])
    expect(languageOf(spelling)).toBe(languageOf('de'));
  expect(languageOf('Norwegian Bokmål')).toBe(languageOf('no'));
});
