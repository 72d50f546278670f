import { expect, test } from 'vitest';
import { ordinalsOfOnes } from './matcher-queries.ts';

test('finds the concepts of a query without reading the nearness of each concept of the thesaurus', () => {
  let readElements = 0;
  const nearness = new Float32Array(100_000);
  for (const concept of [3, 70_000, 99_999]) nearness[concept] = 1;
  nearness[4] = 0.7;
  const watched = new Proxy(nearness, {
    get(target, member) {
      if (typeof member === 'string' && /^\d/.test(member)) readElements++;
      const value = Reflect.get(target, member);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  expect(ordinalsOfOnes(watched)).toEqual([3, 70_000, 99_999]);
  expect(readElements).toBe(0);
});
