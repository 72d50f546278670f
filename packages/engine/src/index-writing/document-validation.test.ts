/** Validation of documents. */
import { expect, test } from 'vitest';
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
