import { expect, test } from 'vitest';
import { analyzerFor } from './analyzers.ts';
import { canonicalLanguageTag } from './language-tags.ts';

test.each([
  ['en', 'en EN eng'],
  ['de', 'de deu ger'],
  ['nl', 'nld dut'],
  ['zh', 'zho chi cmn'],
  ['en-US', 'en_US EN-us'],
  ['zh-Hant', 'zh-hant'],
])('returns the canonical tag %s for %s', (tag, spellings) => {
  for (const spelling of spellings.split(' ')) expect(canonicalLanguageTag(spelling), spelling).toBe(tag);
});

test.each([
  '',
  ' ',
  'und',
  'mul',
  'zxx',
  'xx',
  'various',
  'German',
  'Spanish; Castilian',
  'unknown',
  'n/a',
  'constructor',
  'de-',
  'x'.repeat(1000),
])('rejects "%s" as a language', (given) => {
  expect(canonicalLanguageTag(given)).toBeUndefined();
});

test('uses the stemmer of the language for every spelling of its tag', () => {
  for (const spelling of ['ger', 'deu', 'DE', 'de_AT']) expect(analyzerFor(spelling)).toBe(analyzerFor('de'));
  expect(analyzerFor('nob')).toBe(analyzerFor('no'));
});
