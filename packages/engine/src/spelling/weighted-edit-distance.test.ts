/** Of two words that are as near by letters, the one is nearer that people mistype so. */
import { expect, test } from 'vitest';
import { weightedEditDistance } from './weighted-edit-distance.ts';

test.each([
  ['neighbours swapped before a letter changed', 'tigre', 'tiger', 'tigra'],
  ['a letter doubled before one too many', 'spinnne', 'spinne', 'spinnnet'],
  ['a key beside before one further away', 'wokf', 'wolf', 'woof'],
  ['a letter that sounds alike before another', 'grokodil', 'krokodil', 'prokodil'],
  ['a wrong letter inside before one at the beginning', 'fels', 'felt', 'eels'],
  ['a beginning that sounds alike before another', 'kamelion', 'cameleon', 'hameleon'],
  ['an h that is not heard before another letter', 'zebrah', 'zebra', 'zebraus'],
  ['one slip before two', 'elefamt', 'elefant', 'elegant'],
])('%s', (_, typed, meant, other) => {
  expect(weightedEditDistance(typed, meant)).toBeLessThan(weightedEditDistance(typed, other));
});

test('a word is at no distance from itself, and at that of its letters from nothing', () => {
  expect(weightedEditDistance('tiger', 'tiger')).toBe(0);
  expect(weightedEditDistance('', 'tig')).toBeGreaterThanOrEqual(3);
});
