import { expect, it } from 'vitest';
import type { Postings } from './segment.ts';
import { TermLookup } from './term-lookup.ts';

const lookupOf = (terms: number[]) =>
  new TermLookup({ terms: Uint32Array.from(terms) } as unknown as Postings);

it.each([
  ['a short list', 5, false],
  ['a long list', 2000, true],
])('finds the ordinals of the terms in %s, in the order of the query', (_, size, hasBitmap) => {
  const lookup = lookupOf(Array.from({ length: size }, (_, i) => 3 * i));
  expect(lookup.bitmap !== null).toBe(hasBitmap);
  expect(lookup.ordinals([0, 1, 6, 12, 3, 999_999])).toEqual([0, 2, 4, 1]);
});

it('uses no bitmap for a sparse list', () => {
  const lookup = lookupOf(Array.from({ length: 2000 }, (_, i) => 100 * i));
  expect([lookup.bitmap, lookup.ordinals([500, 501])]).toEqual([null, [5]]);
});
