/** Tests of the URL sanitizer. */
import { expect, test } from 'vitest';
import { safeImage, safeLink } from './safe-url.ts';

test('only links and images that cannot execute code pass', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a');
  for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//x', 'x', ''])
    expect(safeLink(bad)).toBe(undefined);
  expect(safeImage('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', 'http://example.org/x.png', '', null])
    expect(safeImage(bad)).toBe(undefined);
});
