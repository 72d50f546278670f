/** Conformance: boosts multiply scores by one formula, and attributes order results; or both are rejected. */
import type { Boost, SearchQuery } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { cat, ids } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

const YEAR_MS = 365 * 86_400_000;

export function boostTests(the: UnderTest): void {
  const { a, b, c, d } = ids;

  /** Scores by document ID; undefined if the backend rejects boosts. */
  async function scores(query: Partial<SearchQuery>): Promise<Map<string, number> | undefined> {
    const result = await the.search(query).catch((error) => {
      expect(error.code).toBe('limit-exceeded');
      return undefined;
    });
    return result && new Map(result.documents.map(({ id, score }) => [id, score]));
  }

  describe('boosts and orders', () => {
    test('multiply the scores of words, and keep all results', async () => {
      const now = Date.UTC(2005, 0, 1);
      const boosts: [Boost, (id: string) => number][] = [
        [{ field: 'type', type: 'value', factors: { Book: 3, Report: 0.5 } }, (id) => (id === a ? 3 : 0.5)],
        [{ field: 'dyn_uri_all_concepts', type: 'value', factors: { [cat]: 2 } }, () => 2],
        [
          { field: 'date', type: 'recency', weight: 1, halfLife: YEAR_MS, now },
          (id) => (id === a ? 1 + 2 ** (-(now - Date.UTC(2001, 4, 1)) / YEAR_MS) : 1),
        ],
        [{ field: 'unknown', type: 'number', weight: 5, scale: 'linear' }, () => 1],
      ];
      const plain = (await scores({ input: 'night' }))!;
      for (const [boost, factor] of boosts) {
        const boosted = await scores({ input: 'night', boosts: [boost] });
        if (!boosted) return;
        expect([...boosted.keys()].sort()).toEqual([a, c].sort());
        for (const [id, score] of boosted) expect(score / (plain.get(id)! * factor(id))).toBeCloseTo(1, 3);
      }
    });

    test('scale numbers by the large values of the space', async () => {
      for (const scale of ['linear', 'log'] as const) {
        const boosts: Boost[] = [{ field: 'mass', type: 'number', weight: 1, scale }];
        const boosted = await scores({ boosts });
        if (!boosted) return;
        const byScore = [...boosted].sort(([, one], [, other]) => other - one).map(([id]) => id);
        expect(byScore).toEqual([b, a, c, d]);
        expect(boosted.get(b)! / boosted.get(d)!).toBeGreaterThan(1.1);
        expect(boosted.get(b)! / boosted.get(d)!).toBeLessThanOrEqual(2.001);
      }
    });

    test('order by numbers and texts, with missing values last', async () => {
      const order = async (field: string, direction: 'asc' | 'desc') => [
        ...((await scores({ sort: { field, direction } })) ?? new Map()).keys(),
      ];
      const byMass = await order('mass', 'asc');
      if (byMass.length === 0) return;
      expect(byMass).toEqual([d, c, a, b]);
      expect(await order('mass', 'desc')).toEqual([b, a, c, d]);
      expect((await order('dyn_flt_date', 'asc')).at(-1)).toBe(c);
      expect((await order('dyn_flt_date', 'desc')).at(-1)).toBe(c);
      expect((await order('type', 'desc'))[0]).toBe(d);
      await expect(the.search({ sort: { field: 'nothing', direction: 'asc' } })).rejects.toMatchObject({
        code: 'unknown-facet',
      });
    });
  });
}
