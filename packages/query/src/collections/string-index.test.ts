import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StringIndex } from './string-index.ts';

const indexOf = (sorted: string[]) => new StringIndex(sorted.map((text) => `${text}\n`).join(''));

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
  const index = indexOf(['a'.repeat(64), 'a'.repeat(65)]);
  expect(index.fuzzyPrefixes('a'.repeat(64), 2).map(({ word }) => word)).toEqual([0, 1]);
  expect(index.fuzzyPrefixes('a'.repeat(65), 2)).toEqual([]);
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
        const found = indexOf(sorted).fuzzyPrefixes(typed, most);
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

it('finds whole strings, prefixes and infixes like a linear scan', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '𝔸'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (all, part) => {
      const sorted = all.sort();
      const index = indexOf(sorted);
      const numbersOf = (accepts: (text: string) => boolean) =>
        [...sorted.keys()].filter((number) => accepts(sorted[number]!));
      expect(index.find(part)).toBe(sorted.indexOf(part));
      const [begin, end] = index.prefixRange(part);
      expect([...sorted.keys()].slice(begin, end)).toEqual(numbersOf((text) => text.startsWith(part)));
      expect([...index.containing(part, { isSuffix: false })]).toEqual(
        numbersOf((text) => text.indexOf(part, 1) > 0).map((number) => [
          number,
          sorted[number]!.indexOf(part, 1),
        ]),
      );
      expect([...index.containing(part, { isSuffix: true })].map(([number]) => number)).toEqual(
        numbersOf((text) => text.slice(1).endsWith(part)),
      );
    }),
  );
});
