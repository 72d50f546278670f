import { expect, test } from 'vitest';
import { contentHash } from './content-hash.ts';

const document = { id: 'urn:a', title: 'One', tags: ['b', 'a'], place: { street: 'Elm', city: 'Rome' } };

test('documents with the same members in another order have the same hash', () => {
  const { id, title, tags } = document;
  expect(contentHash({ place: { city: 'Rome', street: 'Elm' }, tags, title, id })).toBe(
    contentHash(document),
  );
});

test('a null or undefined member counts as absent', () => {
  expect(contentHash({ ...document, date: null, image: undefined })).toBe(contentHash(document));
});

test.each([
  { title: 'Two' },
  { tags: ['a', 'b'] },
  { tags: 'b,a' },
  { place: { street: 'Elm', city: 'Oslo' } },
  { text: '' },
  { 1: 'x' },
  { tags: ['b', 'a'], title: 'One",tags:["b","a"]' },
])('a document with %j has another hash', (change) => {
  expect(contentHash({ ...document, ...change })).not.toBe(contentHash(document));
});

test('the hash has 43 characters of base64url', () => {
  expect(contentHash(document)).toMatch(/^[\w-]{43}$/);
});
