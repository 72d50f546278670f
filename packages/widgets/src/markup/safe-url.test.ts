/** Tests of the sanitizer of links. */
import { expect, test } from 'vitest';
import { safeLink } from '../store/parse.ts';

test('only links that cannot execute code pass', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a');
  for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//x', 'x', ''])
    expect(safeLink(bad)).toBe(undefined);
});
