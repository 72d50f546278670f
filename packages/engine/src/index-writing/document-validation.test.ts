/** Validation of documents. */
import { expect, test } from 'vitest';
import { attributesOf, facetValueOf } from './document-attributes.ts';
import { validationError } from './document-validation.ts';

test.each([
  'javascript:alert(1)',
  ' \u0001JavaScript:alert(1)',
  'java\tscr\nipt:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'blob:https://example.org/1',
])('rejects the link %j', (link) => {
  expect(validationError({ id: 'a', link })).toMatch(/^link must be a web address/);
  expect(validationError({ id: 'a', image: link })).toMatch(/^image must be a web address/);
});

test.each([
  'https://example.org/',
  '/page',
  'page?javascript:',
  'mailto:info@example.org',
  'data:image/png;base64,AA',
])('accepts the link %j', (link) => {
  expect(validationError({ id: 'a', link, image: link })).toBeUndefined();
});

test('null in a list counts as absent', () => {
  const document = { id: 'a', tags: ['x', null, 2] };
  expect(validationError(document)).toBeUndefined();
  expect(attributesOf(document)).toEqual([['tags', ['x', 2]]]);
  expect(validationError({ id: 'a', tags: [['x']] })).toMatch(/^tags must be/);
});

test('white space is no facet value, and belongs to none', () => {
  expect(facetValueOf(' \n', 'brand')).toBeNull();
  expect(facetValueOf(' Acme ', 'brand')).toEqual({ kind: 'literal', value: 'Acme' });
});
