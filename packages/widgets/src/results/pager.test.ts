/** Tests of the page numbers of the pager. */
import { describe, expect, test } from 'vitest';
import { pageNumbers } from './pager.ts';

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 0, 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 100, [1, 0, 4, 5, 6, 0, 100]],
  ])('for page %i of %i are %j', (current, last, pages) => {
    expect(pageNumbers(current, last)).toEqual(pages);
  });
});
