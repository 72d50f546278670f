/** Conformance: facet modes, counts, selections, exclusions and ranges. */
import type { FacetCount, FacetSelection, SearchQuery } from '@semantic-search/engine';
import { describe, expect, test } from 'vitest';
import { cat, facetRequest, ids, mammal, puma } from '../../support/documents.ts';
import type { UnderTest } from './under-test.ts';

export function facetTests(the: UnderTest): void {
  const { a, b, c, d } = ids;
  describe('facets', () => {
    const counts = async (query: Partial<SearchQuery>) => {
      const { facets } = await the.search(query);
      return facets.map(({ values }) => Object.fromEntries(values.map(({ label, count }) => [label, count])));
    };
    const literal = (field: string, ...values: string[]): FacetSelection => ({
      field,
      values: values.map((value) => ({ literal: value })),
    });
    const concept = (...uris: string[]): FacetSelection => ({
      field: 'dyn_uri_all_concepts',
      values: uris.map((uri) => ({ concept: uri })),
    });

    test('returns facets in the requested order with correct counts', async () => {
      const facets = [facetRequest('dyn_lit_type'), facetRequest('dyn_lit_language')];
      expect((await the.search({ facets })).facets.map(({ field }) => field)).toEqual([
        'dyn_lit_type',
        'dyn_lit_language',
      ]);
      expect(await counts({ facets })).toEqual([{ Book: 2, Report: 1, 'Report "special"': 1 }, { en: 4 }]);
    });

    test('a selection filters documents, and the values of one facet are alternatives', async () => {
      expect(await the.sorted({ selected: [literal('dyn_lit_type', 'Book')] })).toEqual([a, b].sort());
      expect(await the.sorted({ selected: [literal('dyn_lit_type', 'Book', 'Report "special"')] })).toEqual(
        [a, b, d].sort(),
      );
      expect(
        await the.sorted({ selected: [literal('dyn_lit_type', 'Book', 'Report'), concept(puma)] }),
      ).toEqual([a, c].sort());
      expect(await the.ids({ selected: [literal('dyn_lit_type', 'Nothing')] })).toEqual([]);
    });

    test('a facet is counted without its own selection, but with those of other facets', async () => {
      expect(
        await counts({
          selected: [literal('dyn_lit_type', 'Book'), concept(puma)],
          facets: [facetRequest('dyn_lit_type'), facetRequest('dyn_lit_language')],
        }),
      ).toEqual([{ Book: 1, Report: 1 }, { en: 1 }]);
    });

    test('accepts the attribute name as a facet reference', async () => {
      expect(
        await the.sorted({ selected: [literal('type', 'Book'), literal('dyn_lit_type', 'Report')] }),
      ).toEqual([a, b, c].sort());
    });

    test('excluding a concept excludes its narrower concepts', async () => {
      expect(await the.ids({ excluded: [concept(mammal)] })).toEqual([d]);
      expect(await the.ids({ excluded: [literal('dyn_lit_type', 'Book', 'Report "special"')] })).toEqual([c]);
      expect(
        await the.ids({ selected: [concept(cat)], excluded: [literal('dyn_lit_type', 'Book')] }),
      ).toEqual([c]);
    });

    test('a hierarchical facet is a tree with cumulative counts, limited in depth and number', async () => {
      const search = async (more: object) =>
        shape(
          (await the.search({ facets: [facetRequest(await the.tree(), { mode: 'hierarchical', ...more })] }))
            .facets[0]!.values,
        );
      expect(await search({})).toEqual(['Mammal 3', ['Cats 3', ['Puma 2', []]], 'Birds 1', []]);
      expect(await search({ depth: 2 })).toEqual(['Mammal 3', ['Cats 3', []], 'Birds 1', []]);
      expect(await search({ limit: 1 })).toEqual(['Mammal 3', ['Cats 3', ['Puma 2', []]]]);
    });

    test('a flat facet lists all values', async () => {
      const [values] = await counts({ facets: [facetRequest('dyn_uri_all_concepts')] });
      expect(values).toEqual({ Mammal: 3, Cats: 3, Puma: 2, Birds: 1 });
      const { facets } = await the.search({ facets: [facetRequest('dyn_uri_all_concepts', { limit: 1 })] });
      expect(facets[0]!.values).toMatchObject([{ count: 3, children: null }]);
    });

    test('a top facet lists only the top concepts', async () => {
      const { facets } = await the.search({ facets: [facetRequest(await the.tree(), { mode: 'top' })] });
      expect(facets[0]!.values).toEqual([
        { label: 'Mammal', value: mammal, count: 3, children: null },
        { label: 'Birds', value: 'https://example.org/bird', count: 1, children: null },
      ]);
    });

    test('sorts values by label or count in both directions before the limit applies', async () => {
      const labels = async (more: object) =>
        (await the.search({ facets: [facetRequest('dyn_lit_type', more)] })).facets[0]!.values.map(
          ({ label }) => label,
        );
      expect(await labels({ sorting: 'label', order: 'asc', limit: 2 })).toEqual(['Book', 'Report']);
      expect(await labels({ sorting: 'label', order: 'desc', limit: 1 })).toEqual(['Report "special"']);
      expect(await labels({ sorting: 'count', order: 'desc', limit: 1 })).toEqual(['Book']);
      expect((await labels({ sorting: 'count', order: 'asc' })).at(-1)).toBe('Book');
    });

    test('includes empty values only on request', async () => {
      const selected = [literal('dyn_lit_type', 'Report "special"')];
      const empty = (includeEmpty: boolean) =>
        counts({ selected, facets: [facetRequest('dyn_uri_all_concepts', { includeEmpty })] });
      expect(await empty(false)).toEqual([{ Birds: 1 }]);
      expect(await empty(true)).toEqual([{ Birds: 1, Cats: 0, Mammal: 0, Puma: 0 }]);
    });

    test('range facets have as many buckets as requested, with empty ones between others', async ({
      skip,
    }) => {
      if (the.given.isForeignService) return skip('the remote service chooses the ranges');
      const buckets = async (field: string, limit: number) => {
        const facets = [facetRequest(field, { sorting: 'label', order: 'asc', limit })];
        return (await the.search({ facets })).facets[0]!.values.map(
          ({ label, count }) => `${label}: ${count}`,
        );
      };
      const mass = await buckets('dyn_flt_mass', 100);
      expect(mass).toHaveLength(44);
      expect(mass.filter((bucket) => !bucket.endsWith(': 0'))).toEqual([
        '5 – 10: 1',
        '65 – 70: 1',
        '70 – 75: 1',
        '220 – 225: 1',
      ]);
      expect(await buckets('dyn_flt_mass', 5)).toEqual([
        '0 – 50: 1',
        '50 – 100: 2',
        '100 – 150: 0',
        '150 – 200: 0',
        '200 – 250: 1',
      ]);
      expect(await buckets('dyn_flt_date', 100)).toEqual([
        '2001: 1',
        '2002: 0',
        '2003: 0',
        '2004: 0',
        '2005: 2',
      ]);
    });

    test('number and date facets consist of ranges that can be selected', async () => {
      const [masses] = await counts({ facets: [facetRequest('dyn_flt_mass')] });
      expect(Object.values(masses!).reduce((sum, count) => sum + count, 0)).toBe(4);
      const range = (field: string, from: number | null, to: number | null, toExclusive = false) => ({
        selected: [{ field, values: [{ from, to, toExclusive }] }],
      });
      expect(await the.sorted(range('dyn_flt_mass', 65, 70))).toEqual([a, c].sort());
      expect(await the.sorted(range('dyn_flt_mass', 65, 70, true))).toEqual([c]);
      expect(await the.sorted(range('dyn_flt_mass', 70, null))).toEqual([a, b].sort());
      expect(await the.sorted(range('dyn_flt_date', Date.UTC(2005), null))).toEqual([b, d].sort());
    });

    test('finds facets by field, attribute name and URI, and returns nothing for unknown ones', async () => {
      const references = [
        facetRequest('type'),
        facetRequest('dyn_lit_color'),
        facetRequest(await the.tree()),
      ];
      const { facets, documents } = await the.search({
        facets: references,
        documentFacets: ['type', 'dyn_lit_color', 'dyn_lit_type'],
      });
      expect(facets.map(({ field }) => field)).toEqual([
        'dyn_lit_type',
        null,
        expect.stringMatching(/^dyn_uri_/),
      ]);
      expect(facets.map(({ values }) => values.length > 0)).toEqual([true, false, true]);
      const { values } = documents[0]!.facets[0]!;
      expect(documents[0]!.facets).toEqual([
        { reference: 'type', field: 'dyn_lit_type', values },
        { reference: 'dyn_lit_type', field: 'dyn_lit_type', values },
      ]);
    });

    test('gives a selected URI or label the type of its facet', async () => {
      const selected = (field: string, value: { uri?: string; label?: string }) =>
        the.sorted({ selected: [{ field, values: [value] }] });
      expect(await selected('dyn_flt_mass', { label: '[65 TO 70]' })).toEqual([a, c].sort());
      const concept = { uri: cat, label: 'Cats' };
      expect(await selected('dyn_uri_all_concepts', concept)).toEqual(
        await the.sorted({ selected: [{ field: 'dyn_uri_all_concepts', values: [{ concept: cat }] }] }),
      );
      expect(await selected('type', { label: 'Report' })).toEqual(
        await the.sorted({ selected: [literal('dyn_lit_type', 'Report')] }),
      );
    });

    test('finds the concept of a selected label in the language of the request, or in the default one', async () => {
      const selected = (field: string, label: string, language = 'en') =>
        the.sorted({ language, selected: [{ field, values: [{ label }] }] });
      const tree = await the.tree();
      expect(await selected(tree, 'Cats')).toEqual([a, b, c].sort());
      expect(await selected(tree, 'Katzen', 'de')).toEqual([a, b, c].sort());
      expect(await selected('dyn_uri_all_concepts', 'Puma')).toEqual([a, c].sort());
      expect(await selected(tree, 'Mountain')).toEqual([]);
      const excluded = [{ field: tree, values: [{ label: 'Puma' }] }];
      expect(await the.sorted({ excluded })).toEqual([b, d].sort());
    });

    test('rejects a selection in an unknown facet, or without the URI or label that the facet needs', async () => {
      const selections = [literal('type', 'Report'), literal('dyn_lit_color', 'red')];
      for (const member of ['selected', 'excluded'] as const) {
        const search = (values: FacetSelection[]) => expect(the.search({ [member]: values })).rejects;
        await search(selections).toMatchObject({ code: 'unknown-facet', path: `${member}[1].field` });
        for (const [field, value] of [
          ['dyn_uri_all_concepts', {}],
          ['dyn_flt_mass', { label: 'heavy' }],
        ] as const)
          await search([{ field, values: [value] }]).toMatchObject({
            code: 'invalid-facet-value',
            path: `${member}[0]`,
          });
      }
    });
  });
}

/** Labels and counts of a tree, each followed by its children. */
function shape(values: FacetCount[]): unknown[] {
  return values.flatMap(({ label, count, children }) => [`${label} ${count}`, shape(children ?? [])]);
}
