import { expect, test } from 'vitest';
import { factorsIn } from './plain-fields.ts';

test('reads a factor from each line, also of a value that has an equals sign', () => {
  expect(factorsIn(['guide = 1.5', 'a=b = 2', 'news=0'])).toEqual({ guide: 1.5, 'a=b': 2, news: 0 });
});

test('keeps the value of a line without a number, so that the error names it', () => {
  expect(factorsIn(['guide', 'news =', 'blog = much'])).toEqual({
    guide: Number.NaN,
    news: Number.NaN,
    blog: Number.NaN,
  });
});
