import { expect, test } from 'vitest';
import { splitWord } from './spelling-variants.ts';

test.each([
  ['wifi', [['wi', 'fi']]],
  ['email', [['e', 'mail']]],
  ['vitaminc', [['vitamin', 'c']]],
  // `file's` is two tokens.
  ['files', []],
  ['fsc', [['f', 's', 'c']]],
  ['cc', [['c', 'c']]],
  ['FS', [['f', 's']]],
  ['fs', []],
  ['979103230569x', [['979', '10', '323', '0569', 'x']]],
  ['1032305696', [['10', '323', '0569', '6']]],
  ['emailx10', [['e', 'mail', 'x', '10']]],
])('splits of %s', (word, splits) => {
  const known = [
    'wi',
    'fi',
    'e',
    'mail',
    'vitamin',
    'c',
    'file',
    's',
    'f',
    '979',
    '10',
    '323',
    '0569',
    '6',
    'x',
  ];
  expect(splitWord(word, (part) => known.includes(part))).toEqual(splits);
});

test('the likeliest splits of a code come first if documents have all short numbers', () => {
  const splits = splitWord('20241128', (part) => /^\d{1,4}$/.test(part));
  expect(splits).toContainEqual(['2024', '11', '28']);
  expect(splits[0]).toEqual(['2024', '1128']);
});
