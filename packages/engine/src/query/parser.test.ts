/** What an input is taken for, and how much of it is looked at. */
import { expect, test } from 'vitest';
import { parseQuery, uniqueClauses } from './parser.ts';

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `x${i}`).join(' ');

test('equal words and phrases are one, however they are written', () => {
  const asked = uniqueClauses(parseQuery('Tide tide "high tide" TIDE "High Tide" tide'));
  expect(asked.map(({ clause, all }) => [clause.words.length, clause.unfinished, all.length])).toEqual([
    [1, false, 3],
    [2, false, 2],
    [1, true, 1],
  ]);
});

test('sixty-four different ones are looked for, and as many words of a phrase', () => {
  expect(uniqueClauses(parseQuery(numbered(200)))).toHaveLength(64);
  expect(parseQuery(`"${numbered(200)}"`).map(({ words }) => words.length)).toEqual([64]);
});

test('four thousand letters are read', () => {
  expect(parseQuery('tide '.repeat(2000))).toHaveLength(800);
});

test.each([
  ['a ligature of eighteen letters', 'ﷺ'],
  ['a ligature of three letters', 'ﬃ'],
  ['a syllable of three letters', '각'],
  ['a letter with its marks', 'ǖ'],
  ['marks that follow a letter', 'a\u0301\u0302\u0303'],
])('and no more after %s is taken apart', (_, sign) => {
  const [clause] = parseQuery(sign.repeat(4000));
  const { text } = clause!.words[0]!;
  const taken = text.normalize('NFKD').length;
  expect(taken).toBeLessThanOrEqual(4000);
  expect(taken).toBeGreaterThan(4000 - 18);
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
])('%s is a phrase, also where it is excluded or stands between words', (quoted) => {
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
])('the apostrophe of %s is no quotation mark', (input) => {
  expect(parseQuery(input).some(({ quoted }) => quoted)).toBe(false);
});

test('phrases of a script without spaces may follow a word at once', () => {
  const parsed = parseQuery('猫「大きな犬」');
  expect(parsed.map(({ quoted, words }) => [quoted, words[0]!.begin])).toEqual([
    [false, 0],
    [true, 2],
  ]);
});
