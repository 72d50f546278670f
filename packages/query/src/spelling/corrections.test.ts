import { expect, it } from 'vitest';
import { tokenize } from '../analysis/tokenizer.ts';
import { applyCorrections } from './corrections.ts';

it.each([
  ['big catt house', 'catt', 'cat', 'big cat house'],
  ['C++b', 'C++', 'c', 'c b'],
  ['a C++, b', 'C++', 'c', 'a c, b'],
  ['C++', 'C++', 'c', 'c'],
  ['用C++写程序', 'C++', 'c', '用c 写程序'],
])('in %j replaces %j by %j: %j', (input, typed, text, expected) => {
  const word = tokenize(input).find((each) => each.text === typed)!;
  expect(applyCorrections(input, [{ word, text }])).toBe(expected);
});
