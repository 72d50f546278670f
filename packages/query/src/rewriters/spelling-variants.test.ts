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
])('splits of %s', (word, splits) => {
  const known = ['wi', 'fi', 'e', 'mail', 'vitamin', 'c', 'file', 's', 'f'];
  expect(splitWord(word, (part) => known.includes(part))).toEqual(splits);
});
