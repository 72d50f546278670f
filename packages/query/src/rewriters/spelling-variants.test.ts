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
