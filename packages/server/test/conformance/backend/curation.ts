/** Conformance: pinned documents match any input and pass the filters, hidden ones never match. */
import { describe, expect, test } from 'vitest';
import { bird, facetRequest, ids } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function curationTests(the: UnderTest): void {
  const { a, b, c, d } = ids;
  const all = 'dyn_uri_all_concepts';
  const book = [{ field: 'type', values: [{ label: 'Book' }] }];

  /** Ids of the pinned and of the other documents, and the total. */
  async function curated(pinned: string[], hidden: string[], query: Parameters<UnderTest['search']>[0] = {}) {
    const found = await the.search({ input: 'night', ...query, curation: { pinned, hidden } });
    return [found.pinned!.map(({ id }) => id), found.documents.map(({ id }) => id), found.total];
  }

  describe('curation', () => {
    test('pins documents in their order, apart from the ranked ones, and hides others', async () => {
      const [first, second] = await the.ids({ input: 'night' });
      expect([first, second].sort()).toEqual([a, c].sort());
      expect(await curated([d, b], [])).toEqual([[d, b], [first, second], 4]);
      expect(await curated([d, second!, 'urn:nothing'], [])).toEqual([[d, second], [first], 3]);
      expect(await curated([], [second!, 'urn:nothing'])).toEqual([[], [first], 1]);
      expect(await curated([d, first!], [d, second!])).toEqual([[first], [], 1]);
      expect(await curated([d], [first!], { input: '' })).toMatchObject([[d], { length: 2 }, 3]);
    });

    test('pins nothing that a filter or the scope leaves out', async () => {
      expect(await curated([d, b], [], { selected: book })).toEqual([[b], [a], 2]);
      expect(await curated([d, b], [a], { excluded: book })).toEqual([[d], [c], 2]);
      const scope = { include: [], exclude: [{ field: all, values: [{ uri: bird }] }] };
      expect(await curated([d, b], [], { scope })).toMatchObject([[b], { length: 2 }, 3]);
      const dateRange = { from: Date.UTC(1900, 0, 1), to: null };
      expect(await curated([c, a], [], { dateRange })).toMatchObject([[a], [], 1]);
    });

    test('pages through the ranked documents only', async () => {
      const ranked = (await curated([d], [b], { input: '' }))[1] as string[];
      expect(ranked.toSorted()).toEqual([a, c].sort());
      for (const start of [0, 1, 2])
        expect(await curated([d], [b], { input: '', start, count: 1 })).toEqual([
          [d],
          ranked.slice(start, start + 1),
          3,
        ]);
    });

    test('counts pinned documents in facets, also beside a selection, and no hidden ones', async () => {
      const types = async (query: Parameters<UnderTest['search']>[0]) => {
        const facets = [facetRequest('type'), facetRequest(all)];
        const result = await the.search({ input: 'night', ...query, facets });
        return result.facets.map(({ values }) => Object.fromEntries(values.map((v) => [v.label, v.count])));
      };
      const [plain, concepts] = await types({});
      expect(plain!.Book).toBe(1);
      const curation = { pinned: [b, a], hidden: [c] };
      for (const selected of [[], book]) {
        const [counted] = await types({ curation, selected });
        expect(counted).toEqual({ Book: 2 });
      }
      const [, pinnedBird] = await types({ curation: { pinned: [d], hidden: [] } });
      const before = Object.values(concepts!).reduce((sum, count) => sum + count, 0);
      const after = Object.values(pinnedBird!).reduce((sum, count) => sum + count, 0);
      expect(after).toBe(before + 1);
    });
  });
}
