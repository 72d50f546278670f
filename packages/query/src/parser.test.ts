/** Query parser: clauses and input limits. */
import { expect, test } from 'vitest';
import { parseQuery, truncateInput, uniqueClauses } from './parser.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`).join(' ');

test('merges equal words and phrases regardless of case', () => {
  const requested = uniqueClauses(parseQuery('Tide tide "high tide" TIDE "High Tide" tide'));
  expect(requested.map(({ clause, all }) => [clause.words.length, clause.unfinished, all.length])).toEqual([
    [1, false, 3],
    [2, false, 2],
    [1, true, 1],
  ]);
});

test('limits a query to 64 distinct clauses and a phrase to 64 words', () => {
  expect(uniqueClauses(parseQuery(numbered(200)))).toHaveLength(64);
  expect(parseQuery(`"${numbered(200)}"`).map(({ words }) => words.length)).toEqual([64]);
});

test('reads at most 4,000 characters', () => {
  expect(truncateInput('tide '.repeat(2000))).toHaveLength(4000);
});

test.each([
  ['a ligature of eighteen letters', 'ﷺ'],
  ['a ligature of three letters', 'ﬃ'],
  ['a syllable of three letters', '각'],
  ['a letter with its marks', 'ǖ'],
  ['marks that follow a letter', 'a\u0301\u0302\u0303'],
])('limits the input length after the normalization of %s', (_, character) => {
  const text = truncateInput(character.repeat(4000));
  const normalizedLength = text.normalize('NFKD').length;
  expect(normalizedLength).toBeLessThanOrEqual(4000);
  expect(normalizedLength).toBeGreaterThan(4000 - 18);
  expect(text.isWellFormed()).toBe(true);
});

test.each([
  '"high tide"',
  '“high tide”',
  '„high tide“',
  '»high tide«',
  '«high tide»',
  '‹high tide›',
  '›high tide‹',
  '‚high tide‘',
  '‘high tide’',
  "'high tide'",
  '「high tide」',
  '『high tide』',
  '＂high tide＂',
])('parses %s as a phrase, also excluded and between words', (quoted) => {
  const shapes = (input: string) =>
    parseQuery(input).map(({ words, quoted, excluded }) => [words.length, quoted, excluded]);
  expect(shapes(quoted)).toEqual([[2, true, false]]);
  expect(shapes(`ebb -${quoted} flow`)).toEqual([
    [1, false, false],
    [2, true, true],
    [1, false, false],
  ]);
});

test.each([
  'the sailor’s knot',
  '‘tis the tide',
  'rock‘n’roll tide',
  '‘the sailor’s',
  "the sailor's knot",
  "'tis the tide",
  "rock'n'roll tide",
])('does not parse the apostrophe in %s as a quotation mark', (input) => {
  expect(parseQuery(input).some(({ quoted }) => quoted)).toBe(false);
});

test.each(['19" rack stand', 'shelf 24”', 'rack" stand', 'size 19" x 24" rack'])(
  'a quotation mark after a digit or a Latin letter opens no phrase: %s',
  (input) => {
    expect(parseQuery(input).some(({ quoted }) => quoted)).toBe(false);
  },
);

test('parses a phrase directly after a word in a script without spaces', () => {
  const parsed = parseQuery('猫「大きな犬」');
  expect(parsed.map(({ quoted, words }) => [quoted, words[0]!.begin])).toEqual([
    [false, 0],
    [true, 2],
  ]);
});

test('reads a minus before a number as a sign at the beginning, and as an exclusion after a word', () => {
  const excluded = (input: string) => parseQuery(input).map((clause) => clause.excluded);
  for (const input of ['-40 °C', ' -40 °C']) expect(excluded(input)).toEqual([false, false]);
  expect(excluded('-٤٠')).toEqual([false]);
  expect(excluded('report -2020')).toEqual([false, true]);
  expect(excluded('-owl')).toEqual([true]);
});
