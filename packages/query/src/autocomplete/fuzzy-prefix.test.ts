import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzzyPrefixMatches } from './fuzzy-prefix.ts';
import { buildLabelDictionary } from './label-dictionary.ts';

/** Optimal string alignment distance of two whole words, by its definition. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const ways = [
        table[i - 1]![j]! + 1,
        table[i]![j - 1]! + 1,
        table[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      ];
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        ways.push(table[i - 2]![j - 2]! + 1);
      table[i]![j] = Math.min(...ways);
    }
  }
  return table[a.length]![b.length]!;
}

it('returns nothing for inputs above the maximum length', () => {
  const vocabulary = buildLabelDictionary(['a'.repeat(64), 'a'.repeat(65)]);
  expect(fuzzyPrefixMatches(vocabulary, 'a'.repeat(64), 2).map(({ word }) => word)).toEqual([0, 1]);
  expect(fuzzyPrefixMatches(vocabulary, 'a'.repeat(65), 2)).toEqual([]);
});

it('returns exactly the words with a prefix within the edit distance', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(
      fc.uniqueArray(word, { minLength: 1, maxLength: 40 }),
      word,
      fc.constantFrom(1, 2),
      (all, typed, most) => {
        const sorted = all.sort();
        const found = fuzzyPrefixMatches(buildLabelDictionary(sorted), typed, most);
        const expected = sorted.flatMap((each, number) => {
          const beginnings = Array.from({ length: each.length + 1 }, (_, end) =>
            distance(each.slice(0, end), typed),
          );
          const typos = Math.min(...beginnings);
          return typos <= most ? [{ word: number, typos }] : [];
        });
        expect(found.map(({ word, edits: typos }) => ({ word, typos }))).toEqual(expected);
      },
    ),
  );
});
