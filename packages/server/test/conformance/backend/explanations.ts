/** Conformance: the parts of scores add up to the scores, and have the same names in all backends that report them. */
import type { Boost } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { boostFactors, partNames, scoreOf } from '../../../../engine/test/support/queries.ts';
import { ids } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

const boosts: Boost[] = [
  { field: 'mass', type: 'number', weight: 1, scale: 'linear' },
  { field: 'type', type: 'value', factors: { Book: 3 } },
  { field: 'unknown', type: 'recency', weight: 1, halfLife: 1, now: 0 },
];

/** By input, the parts of a document. */
const named: [input: string, document: keyof typeof ids, parts: string[]][] = [
  ['puma night', 'c', ['concept Puma', 'title', 'word night', 'word puma']],
  ['mountain lion', 'a', ['concept Puma', 'phrase mountain lion', 'title', 'word lion', 'word mountain']],
  ['cats', 'a', ['concept Puma']],
  ['cats', 'b', ['concept Cats', 'word cats']],
  ['tiger', 'b', ['completion tigers', 'title', 'word tigers']],
  ['nigh', 'c', ['word night']],
  ['wre', 'd', ['completion wrens', 'title', 'word wrens']],
  ['"at night" -houses', 'c', ['excluded houses', 'phrase at night']],
  ['wren puma', 'd', ['missing puma', 'title', 'word wrens']],
];

export function explanationTests(the: UnderTest): void {
  describe('explanation of scores', () => {
    test('is in the results only if the query requests it', async () => {
      const { documents, explained } = await the.search({ input: 'night' });
      expect([documents[0]!.parts, explained]).toEqual([undefined, undefined]);
      if (!the.given.isForeignService) return;
      const other = await the.search({ input: 'night', explain: true, explainedId: ids.a });
      expect([other.documents[0]!.parts, other.explained]).toEqual([undefined, undefined]);
    });

    test.for([
      'night',
      'puma ',
      'cats',
      'mountain lion',
      '"near houses"',
      'pumma hunts',
      'puma of the city wrens largest',
      'nigh -houses',
    ])('has parts that add up to the scores of the results of %s', async (input, { skip }) => {
      if (the.given.isForeignService) return skip('the service does not report parts of scores');
      for (const more of [{}, { boosts }]) {
        const { documents } = await the.search({ input, explain: true, ...more });
        expect(documents.length).toBeGreaterThan(0);
        for (const { id, score, parts } of documents) expect(scoreOf(parts) / score, id).toBeCloseTo(1, 4);
      }
    });

    test('names words, concepts, titles, and what is missing or excluded', async ({ skip }) => {
      if (the.given.isForeignService) return skip('the service does not report parts of scores');
      for (const [input, document, parts] of named) {
        const { explained } = await the.search({ input, explainedId: ids[document] });
        expect(partNames(explained?.parts), `${input} ${document}`).toEqual(parts);
      }
    });

    test('is the same for a hit and for the document that the query names', async ({ skip }) => {
      if (the.given.isForeignService) return skip('the service does not report parts of scores');
      const query = { input: 'puma night', boosts, explain: true, explainedId: ids.c };
      const { documents, explained } = await the.search(query);
      const { parts } = documents.find(({ id }) => id === ids.c)!;
      expect(explained).toEqual({ isHit: true, parts });
      const [mass, ...others] = boostFactors(parts);
      expect(mass).toBeCloseTo(1 + 65 / 220, 4);
      expect(others).toEqual([1, 1]);
    });

    test('tells hits from other documents, and both from those outside the scope', async ({ skip }) => {
      if (the.given.isForeignService) return skip('the service does not report parts of scores');
      const explained = async (input: string, explainedId: string, type?: string) => {
        const include = [{ field: 'type', values: [{ label: type ?? '' }] }];
        const scope = type === undefined ? {} : { scope: { include, exclude: [] } };
        return (await the.search({ input, explainedId, count: 0, ...scope })).explained;
      };
      expect(await explained('night', ids.d)).toEqual({
        isHit: false,
        parts: [{ kind: 'missing', text: 'night', factor: 0 }],
      });
      expect(await explained('night -houses', ids.c)).toMatchObject({ isHit: false });
      expect(await explained('night', 'urn:none')).toBeNull();
      expect(await explained('night', ids.c, 'Book')).toBeNull();
      expect(await explained('night', ids.a, 'Book')).toMatchObject({ isHit: true });
    });
  });
}
