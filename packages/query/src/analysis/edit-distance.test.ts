/** Of two words at the same edit distance, the more common typing error costs less. */
import { expect, test } from 'vitest';
import { editDistance, weightedEditDistance } from './edit-distance.ts';

test.each([
  ['ranks a transposition before a substitution', 'tigre', 'tiger', 'tigra'],
  ['ranks a doubled letter before another insertion', 'spinnne', 'spinne', 'spinnnet'],
  ['ranks an adjacent key before a distant one', 'wokf', 'wolf', 'woof'],
  ['ranks a letter that sounds alike before another', 'grokodil', 'krokodil', 'prokodil'],
  ['ranks a wrong inner letter before a wrong first letter', 'fels', 'felt', 'eels'],
  ['ranks a first letter that sounds alike before another', 'kamelion', 'cameleon', 'hameleon'],
  ['ranks a silent h before another letter', 'zebrah', 'zebra', 'zebraus'],
  ['ranks one edit before two', 'elefamt', 'elefant', 'elegant'],
])('%s', (_, typed, meant, other) => {
  expect(weightedEditDistance(typed, meant)).toBeLessThan(weightedEditDistance(typed, other));
});

test('the distance is zero for equal words and at least the length for an empty word', () => {
  expect(weightedEditDistance('tiger', 'tiger')).toBe(0);
  expect(weightedEditDistance('', 'tig')).toBeGreaterThanOrEqual(3);
});

test.each([
  ['tiger', 'tiger', 0],
  ['tiger', 'tigre', 1],
  ['tiger', 'tige', 1],
  ['tiger', 'taiger', 1],
  ['tiger', 'liger', 1],
  ['tiger', 'itgre', 2],
  ['ca', 'abc', 3],
  ['tiger', 'lion', 3],
])('%s and %s are %i edits apart without weights, up to the limit', (one, other, edits) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  expect(editDistance(a, b, 2)).toBe(edits);
});
