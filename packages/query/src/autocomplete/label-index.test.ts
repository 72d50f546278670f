import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packLists } from '../collections/shared-arrays.ts';
import { sortedKeys } from './label-index.ts';

test('sorts the suffixes of labels by their words', () => {
  const label = fc.array(fc.nat(2), { maxLength: 7 });
  fc.assert(
    fc.property(fc.array(label, { maxLength: 40 }), (labels) => {
      const { keyLabels, keyWords, keyStarts } = sortedKeys(packLists(labels), 3);
      const found = Array.from(keyLabels, (each, i) => [each, keyWords[i]!]);
      const all = labels.flatMap((words, each) => words.map((_, place) => [each, place] as [number, number]));
      const textFrom = ([each, place]: [number, number]) => labels[each]!.slice(place).join('');
      const compare = (one: [number, number], other: [number, number]) => {
        const [a, b] = [textFrom(one), textFrom(other)];
        return a === b ? one[0] - other[0] || one[1] - other[1] : a < b ? -1 : 1;
      };
      expect(found).toEqual(all.sort(compare));
      const firsts = labels.flat();
      expect([...keyStarts]).toEqual([0, 1, 2, 3].map((word) => firsts.filter((each) => each < word).length));
    }),
  );
});
