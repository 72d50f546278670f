/** Tests of the page numbers of the pager. */
import { describe, expect, test } from 'vitest';
import { pageNumbers } from './pager.ts';

describe('page numbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, 4, 5]],
    [1, 34, [1, 2, 3, 4, 5, 0, 34]],
    [3, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 100, [1, 2, 3, 4, 5, 6, 7, 0, 100]],
    [50, 100, [1, 0, 48, 49, 50, 51, 52, 0, 100]],
    [100, 100, [1, 0, 96, 97, 98, 99, 100]],
  ])('for page %i of %i are %j', (current, last, pages) => {
    expect(pageNumbers(current, last)).toEqual(pages);
  });
});
