/** Tests of the sanitizers of links and images. */
import { expect, test } from 'vitest';
import { safeImage, safeLink } from './safe-url.ts';

test('only images that cannot execute code pass', () => {
  expect(safeImage('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
  expect(safeImage('https://example.org/x.png')).toBe('https://example.org/x.png');
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://example.org/x.png',
    '/x.png',
    '',
    null,
  ])
    expect(safeImage(bad)).toBe(undefined);
});

test('a path is a file of the service, also if it begins with two slashes', () => {
  expect(safeImage('/x.svg', 'http://search.test/')).toBe('http://search.test/x.svg');
  expect(safeImage('/x.svg', 'https://example.org/search')).toBe('https://example.org/search/x.svg');
  expect(safeImage('//other.test/x.svg', 'http://search.test')).toBe('http://search.test//other.test/x.svg');
});

test('only links that cannot execute code pass', () => {
  expect(safeLink('https://example.org/a')).toBe('https://example.org/a');
  for (const bad of ['javascript:alert(1)', ' javascript:alert(1)', 'data:text/html,x', '//x', 'x', ''])
    expect(safeLink(bad)).toBe(undefined);
});
